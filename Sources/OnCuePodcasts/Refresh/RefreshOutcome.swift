// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What is remembered of one look at a feed.
package struct RefreshOutcome: Sendable, Equatable {
    /// When it is looked at again, in seconds since 1970.
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

/// When feeds are looked at.
package struct RefreshSchedule: Sendable, Equatable {
    /// Two looks at one feed, when all is well.
    package var interval: Int64 = 7200
    /// The first wait after a failure; it doubles with each further one.
    package var firstRetry: Int64 = 900
    package var longestRetry: Int64 = 86_400
    /// How long a server may ask for patience.
    package var longestPatience: Int64 = 7 * 86_400
    /// Looks fall on multiples of this, so that the process wakes up once for many feeds.
    package var grid: Int64 = 300
    /// By how much looks are spread, so that not everybody in the world asks at the full hour.
    package var spread: Int64 = 600
    /// How long after its start a process first looks.
    package var startDelay: Duration = .seconds(30)

    package init() {}

    /// When the next look is after one that went well.
    package func afterSuccess(at now: Int64, seed: UInt64) -> Int64 {
        aligned(now + interval + jitter(seed))
    }

    /// When the next look is after so many failures in a row.
    ///
    /// - Parameter patience: The seconds for which the server asked (`Retry-After`).
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
