// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueCore

/// The schedule of refreshes: a pure value.
///
/// The likelier an episode is, the more often a feed is refreshed: in proportion to the square root of the likelihood,
/// with which a given number of requests finds all episodes soonest. A feed with an unknown rhythm is refreshed at each
/// ``interval``, and so is one with an episode a day at no usual time.
package struct RefreshSchedule: Sendable, Equatable {
    /// The seconds between two refreshes of a feed with an unknown rhythm, without failures. The intervals of all other
    /// feeds depend on it.
    package var interval: Int64 = 7200
    /// The shortest and the longest intervals between two refreshes of a feed with a known rhythm, in seconds. The
    /// longest depends on its silence: as long as it publishes now and then, when it has had no episode for long, and
    /// when it seems to have ended.
    package var shortest: Int64 = 900
    package var longest: Int64 = 28_800
    package var longestQuiet: Int64 = 86_400
    package var longestSilent: Int64 = 7 * 86_400
    /// The first wait after a failure; it doubles with each further one.
    package var firstRetry: Int64 = 900
    package var longestRetry: Int64 = 86_400
    /// The longest delay that a server may request, in seconds.
    package var longestPatience: Int64 = 7 * 86_400
    /// The interval to whose multiples refreshes are aligned, so that the process wakes up once for many feeds.
    package var grid: Int64 = 300
    /// The range, in seconds, over which refreshes are spread, so that not all users send them at the full hour.
    package var spread: Int64 = 180
    /// The time after the start of a process before its first refresh.
    package var startDelay: Duration = .seconds(30)

    package init() {}

    /// A time of a refresh, and the reason for it.
    package struct Look: Sendable, Equatable {
        /// Seconds since 1970.
        package var due: Int64
        package var reason: RefreshReason
        /// The time at which an episode is likely, if there is one.
        package var expected: Int64?
    }

    /// Returns the time of the next refresh after a successful one.
    ///
    /// - Parameters:
    ///   - rhythm: The rhythm of the feed; `nil` if too little is known.
    ///   - wishes: The wishes of the publisher.
    package func afterSuccess(
        at now: Int64, _ rhythm: PublishingRhythm? = nil, _ wishes: PublisherWishes = PublisherWishes(), seed: UInt64
    ) -> Look {
        var look = Look(due: now + interval, reason: .learning)
        if let rhythm {
            look.expected = rhythm.expected(after: now)
            look.due = next(after: now, rhythm)
            let isLong = rhythm.silence(at: now) > Self.quiet
            look.reason = isLong ? .quiet : rhythm.isUsual(look.due) ? .usual : .between
        }
        let allowed = wishes.earliest(from: look.due, after: now)
        if allowed > look.due { (look.due, look.reason) = (allowed, .publisher) }
        look.due = aligned(look.due + jitter(seed))
        return look
    }

    /// The numbers of usual intervals after which a feed is quiet, and after which it seems to have ended.
    private static let (quiet, ended) = (3.0, 12.0)

    private func next(after now: Int64, _ rhythm: PublishingRhythm) -> Int64 {
        // A steady feed with an episode a day is refreshed at each interval.
        let enough = (1.0 / 86_400).squareRoot() * Double(interval)
        let step = PublishingRhythm.step
        var (time, sum) = (now, 0.0)
        while true {
            sum += rhythm.rate(at: time).squareRoot() * Double(step)
            time += step
            let silence = rhythm.silence(at: time)
            // A user who sets a longer interval gets fewer refreshes.
            let limit = max(
                interval, silence < Self.quiet ? longest : silence < Self.ended ? longestQuiet : longestSilent)
            if time - now >= limit { break }
            if sum >= enough, time - now >= shortest { break }
        }
        // At the beginning of a quarter of an hour, since that is when others publish.
        return max(time - time % step, now + shortest)
    }

    /// Returns the time of the next refresh after a number of successive failures.
    ///
    /// - Parameter patience: The seconds requested by the server (`Retry-After`).
    package func afterFailure(_ failures: Int, at now: Int64, patience: Int64?, seed: UInt64) -> Int64 {
        let doubled = min(longestRetry, firstRetry << Int64(min(max(0, failures - 1), 20)))
        // After a failure of their server, feeds are not all requested at once.
        let late = spread > 0 ? Int64(seed % UInt64(max(spread, doubled / 2))) : 0
        return aligned(now + max(doubled + late, min(patience ?? 0, longestPatience)))
    }

    private func jitter(_ seed: UInt64) -> Int64 { spread > 0 ? Int64(seed % UInt64(spread)) : 0 }

    private func aligned(_ time: Int64) -> Int64 { grid > 1 ? (time + grid - 1) / grid * grid : time }

    /// Returns the seconds until the time in a field `Retry-After`: a number of seconds, or a date.
    package static func patience(_ field: String?, now: Int64) -> Int64? {
        guard let field else { return nil }
        if let seconds = Int64(field.filter { !$0.isWhitespace }) { return max(0, seconds) }
        return FeedDate.parse(field).map { max(0, $0 - now) }
    }
}
