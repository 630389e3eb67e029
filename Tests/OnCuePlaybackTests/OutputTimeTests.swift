// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Synchronization
import Testing

@testable import OnCuePlayback

/// The clock of an output that must not be asked at any time.
@Suite
struct OutputTimeTests {
    /// An output whose clock counts who asks it.
    private final class FakeOutput: Sendable {
        let asked = Mutex(0)
        let base = Mutex(Duration.zero)

        func time() -> OutputTime {
            OutputTime(
                position: {
                    self.asked.withLock { $0 += 1 }
                    return .seconds(7)
                }, base: { self.base.withLock { $0 } })
        }
    }

    @Test("The clock is not asked just after the output was let go on; how much is heard is estimated")
    func settling() throws {
        let output = FakeOutput()
        let time = output.time()
        time.flows(from: .seconds(3))

        #expect(time.measured == nil)
        let estimate = try #require(time.estimated)
        #expect(estimate >= .seconds(3) && estimate < .seconds(4))
        #expect(output.asked.withLock { $0 } == 0)
    }

    @Test("While the output is held its clock is asked")
    func held() {
        let output = FakeOutput()
        let time = output.time()
        time.flows(from: .zero)
        time.isHeld()

        #expect(time.measured == .seconds(7) && time.estimated == .seconds(7))
    }

    @Test("What an output makes heard later is heard later; a pause lets all of it be heard")
    func delayed() {
        let given = Mutex(Duration.zero)
        let time = OutputTime(
            position: { given.withLock { $0 } }, base: { .zero }, delay: .seconds(1))
        time.flows(from: .seconds(3))
        #expect(time.measured == .seconds(3) && time.estimated == .seconds(3))
        given.withLock { $0 = .milliseconds(3_100) }
        #expect(time.measured == .seconds(3))

        time.isHeld()
        #expect(time.measured == .milliseconds(3_100) && time.exact == .milliseconds(3_100))
    }

    @Test("Later than its delay after it was let go on, an output is heard as much later as it says")
    func delayedLater() async throws {
        let given = Mutex(Duration.seconds(3))
        let time = OutputTime(
            position: { given.withLock { $0 } }, base: { .zero }, delay: .seconds(1))
        time.flows(from: .seconds(3))
        // Until the clock may be asked again.
        try await waitUntil("the clock is asked") { time.given == .seconds(3) }

        given.withLock { $0 = .milliseconds(3_900) }
        #expect(time.measured == .seconds(3))
        given.withLock { $0 = .milliseconds(7_500) }
        #expect(time.measured == .milliseconds(6_500) && time.estimated == .milliseconds(6_500))
        #expect(time.given == .milliseconds(7_500))
    }

    @Test("A clock that is ahead of the machine's by far is lost; one that is behind is not")
    func lost() {
        let output = FakeOutput()
        let time = output.time()
        output.base.withLock { $0 = .seconds(100) }
        #expect(!time.isLost)

        for (base, isLost) in [(100, false), (98, false), (104, false), (100_000, true), (104, false)] {
            output.base.withLock { $0 = .seconds(base) }
            #expect(time.isLost == isLost, "\(base)")
        }
    }
}
