// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The times at which a publisher asks for no requests: `ttl`, `skipHours` and `skipDays` of the feed, `Cache-Control`
/// and `Expires` of its server.
package struct PublisherWishes: Sendable, Equatable {
    /// The longest time for which an answer counts as fresh, in seconds, so that a mistake does not end a podcast.
    package static let longest: Int64 = 86_400

    /// The seconds for which an answer is valid, according to the feed.
    package var ttl: Int64?
    /// The time until which the last answer is fresh, according to the server, in seconds since 1970.
    package var freshUntil: Int64?
    /// Hours of UTC, 0 to 23, at which the feed does not change.
    package var skippedHours: Set<Int> = []
    /// Days of UTC at which the feed does not change; Monday is 0.
    package var skippedDays: Set<Int> = []

    package init() {}

    /// Returns the first allowed time at or after `time`.
    ///
    /// - Parameter now: The time of the last answer.
    package func earliest(from time: Int64, after now: Int64) -> Int64 {
        let fresh = max(ttl.map { now + $0 } ?? 0, freshUntil ?? 0)
        let first = max(time, min(fresh, now + Self.longest))
        var allowed = first
        for _ in 0..<(7 * 24) where isSkipped(allowed) { allowed = (allowed / 3600 + 1) * 3600 }
        // A publisher that skips every hour of every day has made a mistake.
        return isSkipped(allowed) ? first : allowed
    }

    private func isSkipped(_ time: Int64) -> Bool {
        skippedHours.contains(Int(time % 86_400 / 3600)) || skippedDays.contains(Int((time / 86_400 + 3) % 7))
    }

    /// Returns the time until which an answer is fresh, by its fields `Cache-Control`, `Age` and `Expires`; `nil` if
    /// they are absent, or allow a new request at once.
    package static func freshUntil(_ fields: [String: String], now: Int64) -> Int64? {
        let rules = (fields["cache-control"] ?? "").lowercased().split(separator: ",").map { rule in
            rule.filter { !$0.isWhitespace && $0 != "\"" }
        }
        guard !rules.contains("no-cache"), !rules.contains("no-store") else { return nil }
        if let rule = rules.first(where: { $0.hasPrefix("max-age=") }) {
            let age = fields["age"].flatMap { Int64($0) } ?? 0
            guard let seconds = Int64(rule.dropFirst("max-age=".count)), seconds > max(0, age) else { return nil }
            return now + min(seconds - max(0, age), longest)
        }
        // If the server's clock is wrong, the difference to its own time counts.
        guard let end = fields["expires"].flatMap(FeedDate.parse) else { return nil }
        let seconds = end - (fields["date"].flatMap(FeedDate.parse) ?? now)
        return seconds > 0 ? now + min(seconds, longest) : nil
    }
}
