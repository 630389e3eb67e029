// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Dispatch
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCuePlayback

/// Files that nobody can tell anything about.
@MediaActor
@Suite
struct FileCheckTests {
    @Test("While a follower is looked at on a server that hangs, everything else goes on")
    func hangs() async throws {
        let bench = try EngineBench(.decks)
        let (first, second) = (try await bench.tone(5), try await bench.tone(0.3))
        bench.engine.load(first, at: .zero, playing: true)
        #expect(await bench.wait(for: .started(first.token)))
        let answer = DispatchSemaphore(value: 0)
        let hanging = Task { await FileCheck.executor.run { _ = answer.wait(timeout: .now() + 20) } }
        defer { answer.signal() }

        bench.engine.cue(second)
        bench.engine.seek(to: .seconds(2))
        #expect(await bench.wait(for: .seeked(first.token, to: .seconds(2))))
        bench.engine.stop()
        let start = ContinuousClock.now
        await bench.engine.shutDown()

        #expect(ContinuousClock.now - start < .seconds(10))
        answer.signal()
        await hanging.value
    }
}
