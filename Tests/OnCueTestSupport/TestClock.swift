// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueSession
internal import Synchronization

/// A clock that stands where the test sets it, in UTC.
package final class TestClock: Sendable {
    /// Monday, 5 January 2026, 08:00.
    package static let monday: Int64 = 1_767_600_000

    private let time: Mutex<Int64>

    package init(_ time: Int64 = TestClock.monday) {
        self.time = Mutex(time)
    }

    package func advance(by seconds: Int64) { time.withLock { $0 += seconds } }

    package var now: Int64 { time.withLock { $0 } }

    package var moments: MomentClock {
        MomentClock(now: { self.now }, local: Self.local)
    }

    package static func local(_ time: Int64) -> (hour: Double, weekday: Int) {
        let day: Int64 = 86_400
        // 1 January 1970 was a Thursday.
        return (Double(time % day) / 3_600, Int((time / day + 3) % 7))
    }
}
