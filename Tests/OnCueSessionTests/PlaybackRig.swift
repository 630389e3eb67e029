// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport

/// A controller on an engine with manual time, and everything that it tells.
@MediaActor
final class PlaybackRig {
    enum Notice: Sendable, Equatable {
        case change(PlaybackSnapshot)
        case jump(Duration)
        case failure(PlaybackError)
    }

    let engine = FakePlaybackEngine()
    let store: MemorySessionStore
    let controller: PlaybackController
    private(set) var notices: [Notice] = []

    /// - Parameter savingLimit: How long a command waits for what is saved; by itself longer than any test.
    init(_ session: SavedSession = SavedSession(), savingLimit: Duration = .seconds(3600)) {
        store = MemorySessionStore(session)
        controller = PlaybackController(
            engine: engine, store: store, session: session, seed: 1, savingLimit: savingLimit)
        controller.changes.listen { [weak self] in self?.notices.append(.change($0)) }
        controller.jumps.listen { [weak self] in self?.notices.append(.jump($0)) }
        controller.failures.listen { [weak self] in self?.notices.append(.failure($1)) }
    }

    /// Plays tracks and lets the engine begin.
    func play(_ tracks: [Track], at start: Int = 0) async throws {
        try controller.perform(.play(tracks, startingAt: start, shuffled: nil))
        engine.advance(by: .zero)
        await settle()
    }

    func forget() {
        notices = []
        engine.forgetCalls()
    }

    var changes: [PlaybackSnapshot] {
        notices.compactMap { if case .change(let snapshot) = $0 { snapshot } else { nil } }
    }

    var jumps: [Duration] {
        notices.compactMap { if case .jump(let position) = $0 { position } else { nil } }
    }
}

extension PlaybackRequest {
    /// The name under which `Track.sample` made its medium.
    var name: String { String(location.displayName.dropLast(5)) }
}

extension Duration {
    /// Equal but for the time that the test itself takes.
    func isAbout(_ other: Duration) -> Bool { abs((self - other) / .seconds(1)) < 0.5 }
}
