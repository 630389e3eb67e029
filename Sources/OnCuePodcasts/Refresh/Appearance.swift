// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The time at which an episode appeared, as far as it is known. Times are seconds since 1970.
package struct Appearance: Sendable, Equatable {
    /// The date that the publisher gave it.
    package var published: Int64
    /// The last time at which the feed was read without it, and the first one with it; `nil` if it was there at first.
    package var seen: (without: Int64, with: Int64)?

    package init(published: Int64, seen: (without: Int64, with: Int64)? = nil) {
        (self.published, self.seen) = (published, seen)
    }

    package static func == (one: Appearance, other: Appearance) -> Bool {
        one.published == other.published && one.seen?.without == other.seen?.without
            && one.seen?.with == other.seen?.with
    }

    /// The longest interval between two refreshes, in seconds, from which a time of appearance is derived.
    private static let closest: Int64 = 8 * 3600

    /// Returns the times at which episodes appeared, oldest first.
    ///
    /// Some publishers date all episodes at midnight and publish them in the morning. If refreshes have measured such a
    /// delay, it is also used for the episodes whose appearance was not observed.
    ///
    /// - Parameter now: The latest time that is returned.
    package static func times(of appearances: [Appearance], now: Int64) -> [Int64] {
        let delays = appearances.compactMap { appearance -> Int64? in
            guard let seen = appearance.seen, seen.with - seen.without <= closest else { return nil }
            return max(0, appearance.time(delay: 0) - appearance.published)
        }.sorted()
        let delay = delays.count >= 3 ? delays[delays.count / 2] : 0
        return appearances.map { min(now, $0.time(delay: delay)) }.sorted()
    }

    private func time(delay: Int64) -> Int64 {
        guard let seen else { return published + delay }
        guard published > seen.without else {
            return seen.with - seen.without <= Self.closest
                ? seen.without + (seen.with - seen.without) / 2 : min(published + delay, seen.with)
        }
        return min(published, seen.with)
    }
}
