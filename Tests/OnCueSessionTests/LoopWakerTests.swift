// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import OnCueSession

@Suite("Waiting for the end of a part that is repeated")
@MediaActor
struct LoopWakerTests {
    private let start = ContinuousClock.now

    @Test("waits once, until the moment that was given last, and not at all without one")
    func waits() async throws {
        let (waits, ends) = (EventLog<Duration>(), EventLog<Int>())
        let waker = LoopWaker(
            now: { start },
            wait: { time throws(CancellationError) in
                waits.append(time)
                if time > .seconds(50) { try await MediaActor.sleep(for: .seconds(3600)) }
            })
        waker.onEnd = { ends.append(1) }

        waker.update(nil)
        waker.update(start + .seconds(60))
        try await waits.wait(count: 1)
        waker.update(start + .seconds(60))
        waker.update(start + .seconds(20))
        try await ends.wait(count: 1)

        #expect(waits.events == [.seconds(60), .seconds(20)])
        // A moment that has passed is reached at once, but never in a circle without a pause.
        waker.update(start - .seconds(1))
        try await ends.wait(count: 2)
        #expect(waits.events.last == .milliseconds(2))
        waker.update(nil)
    }

    @Test("The controller jumps back to the start when the end is heard, and says so")
    func jumps() async throws {
        let rig = PlaybackRig()
        try await rig.play([.sample("a"), .sample("b")])
        rig.forget()

        try rig.controller.perform(.setLoop(.part(.seconds(1), .milliseconds(1200))))
        await settle()
        rig.engine.advance(by: .milliseconds(200))
        try await waitUntil("it jumps back") {
            rig.engine.advance(by: .zero)
            await settle()
            return rig.jumps.filter { $0 == .seconds(1) }.count >= 2
        }

        #expect(rig.controller.snapshot.loop == PlaybackLoop(from: .seconds(1), to: .milliseconds(1200)))
        try rig.controller.perform(.setLoop(.off))
    }

    @Test("An engine that returns by itself is told the part once, and is not asked to jump")
    func leavesTheReturn() async throws {
        let rig = PlaybackRig()
        rig.engine.returnsByItself = true
        try await rig.play([.sample("a"), .sample("b")])
        try rig.controller.perform(.setLoop(.part(.zero, .milliseconds(400))))
        await settle()
        rig.forget()

        rig.engine.advance(by: .milliseconds(500))
        await settle()

        #expect(rig.engine.repeatedParts == [.zero..<Duration.milliseconds(400)])
        #expect(rig.jumps.isEmpty)
        rig.engine.returnsByItself = false
        try await waitUntil("it jumps back") {
            rig.engine.advance(by: .zero)
            await settle()
            return rig.jumps.contains(.zero)
        }
        try rig.controller.perform(.setLoop(.off))
        await settle()
        #expect(rig.engine.repeatedParts == [.zero..<Duration.milliseconds(400), nil])
    }
}
