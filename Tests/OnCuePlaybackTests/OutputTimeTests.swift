// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

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
