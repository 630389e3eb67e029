// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The stored outcome of a refresh.
package struct RefreshOutcome: Sendable, Equatable {
    /// The time of the next refresh, in seconds since 1970.
    package var due: Int64
    package var failures = 0
    package var failure: String?
    package var isEnded = false
    package var movedTo: String?
    package var tag: String?
    package var modified: String?

    package init(due: Int64) {
        self.due = due
    }
}

/// The schedule of refreshes.
package struct RefreshSchedule: Sendable, Equatable {
    /// Two looks at one feed, when all is well.
    package var interval: Int64 = 7200
    /// The first wait after a failure; it doubles with each further one.
    package var firstRetry: Int64 = 900
    package var longestRetry: Int64 = 86_400
    /// The longest delay that a server may request, in seconds.
    package var longestPatience: Int64 = 7 * 86_400
    /// The interval to whose multiples refreshes are aligned, so that the process wakes up once for many feeds.
    package var grid: Int64 = 300
    /// The range, in seconds, over which refreshes are spread, so that not all users send them at the full hour.
    package var spread: Int64 = 600
    /// The time after the start of a process before its first refresh.
    package var startDelay: Duration = .seconds(30)

    package init() {}

    /// Returns the time of the next refresh after a successful one.
    package func afterSuccess(at now: Int64, seed: UInt64) -> Int64 {
        aligned(now + interval + jitter(seed))
    }

    /// Returns the time of the next refresh after a number of successive failures.
    ///
    /// - Parameter patience: The seconds requested by the server (`Retry-After`).
    package func afterFailure(_ failures: Int, at now: Int64, patience: Int64?, seed: UInt64) -> Int64 {
        let doubled = firstRetry << Int64(min(max(0, failures - 1), 20))
        let wait = min(longestRetry, doubled) + jitter(seed)
        return aligned(now + max(wait, min(patience ?? 0, longestPatience)))
    }

    private func jitter(_ seed: UInt64) -> Int64 { spread > 0 ? Int64(seed % UInt64(spread)) : 0 }

    private func aligned(_ time: Int64) -> Int64 { grid > 1 ? (time + grid - 1) / grid * grid : time }

    /// The seconds in a field `Retry-After`: a number, or a date.
    package static func patience(_ field: String?, now: Int64) -> Int64? {
        guard let field else { return nil }
        if let seconds = Int64(field.filter { !$0.isWhitespace }) { return max(0, seconds) }
        return FeedDate.parse(field).map { max(0, $0 - now) }
    }
}
