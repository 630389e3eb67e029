// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import MPDProtocol
import Testing

@Suite("How long has been played")
struct PlayingTimeTests {
    @Test("Time counts while something plays and somebody looks, and not before, between or after")
    func counts() {
        let start = ContinuousClock.now
        func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }
        var time = PlayingTime()

        #expect(time.total(at: at(5)) == .zero)
        time.note(isPlaying: true, at: at(10))
        #expect(time.total(at: at(14)) == .seconds(4))
        time.note(isPlaying: true, at: at(15))
        time.note(isPlaying: false, at: at(20))
        #expect(time.total(at: at(60)) == .seconds(10))
        time.note(isPlaying: true, at: at(100))
        time.end(at: at(130))
        #expect(time.total(at: at(9_000)) == .seconds(40))
        time.note(isPlaying: false, at: at(9_000))
        #expect(time.total(at: at(9_001)) == .seconds(40))
    }
}
