// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@testable import OnCuePlayback

/// What the streaming threads and the engine share.
@Suite
struct FollowerCellTests {
    private let next = PlaybackRequest(token: .init(2), location: MediaLocation(filePath: Array("/next.wav".utf8)))

    @Test("What the threads of the medium before leave behind does not count for the next one")
    func forgetsTraces() {
        let cell = FollowerCell()
        cell.begin(keepingNext: false)
        // The medium before runs until the player has stopped it.
        #expect(cell.take() == nil)
        _ = cell.streamStarts(group: 1)
        #expect(cell.fixRate(22_050) == 22_050)
        cell.soundArrived()
        cell.cue(next)

        cell.forgetTraces()

        #expect(!cell.hasSound)
        #expect(cell.fixRate(96_000) == 96_000)
        cell.release(.opening)
        #expect(!cell.isHandoverDue)
        #expect(cell.cued == next)
        #expect(cell.take() == next.location.uri)
    }

    @Test("Nothing is taken while the next medium is being opened")
    func holdsWhileOpening() {
        let cell = FollowerCell()
        cell.begin(keepingNext: false)
        cell.cue(next)

        cell.forgetTraces()

        #expect(cell.take() == nil)
        cell.release(.opening)
        #expect(cell.isHandoverDue)
        #expect(cell.takeLate() == next.location.uri)
    }
}
