// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The times at which a feed publishes, learnt from the appearances of its episodes.
///
/// A pure value: the likelihood of each quarter of an hour of a week, and the usual time between two episodes. Times
/// are seconds since 1970, and the week is that of UTC: newer episodes count more, so that an hour that shifts with
/// daylight saving time is relearnt within days.
package struct PublishingRhythm: Sendable, Equatable {
    /// The maximum number of episodes that count.
    package static let memory = 40
    /// The fewest episodes from which anything is learnt.
    static let fewest = 3
    /// A quarter of an hour.
    static let step: Int64 = 900

    private static let stepsOfDay = 96
    /// The weight of an episode, relative to that of the next one.
    private static let decay = 0.93
    /// The range around the time of an episode in which others become likely, in quarters of an hour (a standard
    /// deviation).
    private static let width = 1.3
    /// The share of episodes that come at any time, and on any day.
    private static let (surprises, otherDays) = (0.12, 0.15)
    /// The relative likelihood of an episode directly after another one.
    private static let repose = 0.05
    /// The number of usual intervals without an episode after which one becomes less likely.
    private static let patience = 3.0

    /// The likelihood relative to a steady feed, by quarters of an hour of the week, Monday first.
    private let likelihood: [Double]
    private let last: Int64
    /// The average number of episodes per second.
    private let pace: Double
    /// The seconds between two episodes: the usual number, and one that they seldom fall below.
    private let (usual, least): (Double, Double)

    /// - Parameter appearances: The times at which episodes appeared, oldest first.
    /// - Returns: `nil` if there are too few.
    package init?(_ appearances: [Int64]) {
        let times = appearances.suffix(Self.memory)
        guard times.count >= Self.fewest, let last = times.last else { return nil }
        self.last = last
        let weights = (0..<times.count).reversed().map { pow(Self.decay, Double($0)) }
        likelihood = Self.likelihood(Array(zip(times, weights)))
        let gaps = zip(times, times.dropFirst()).map { Double($1 - $0) }
        // Several that appear at once are one reason to refresh.
        let sorted = gaps.filter { $0 > 600 }.sorted()
        guard !sorted.isEmpty else { return nil }
        (usual, least) = (sorted[sorted.count / 2], sorted[sorted.count / 10])
        let total = weights.dropFirst().reduce(0, +)
        let mean = zip(gaps, weights.dropFirst()).map { $0 * $1 }.reduce(0, +) / total
        // The break between two seasons does not count for the time within one.
        pace = 1 / max(600, min(mean, usual * 1.5))
    }

    private static func likelihood(_ times: [(time: Int64, weight: Double)]) -> [Double] {
        var hours = [Double](repeating: 0, count: stepsOfDay)
        var days = [Double](repeating: 0, count: 7)
        let total = times.map(\.weight).reduce(0, +)
        for (time, weight) in times {
            let place = Double(time % 86_400) / Double(step)
            let around = (-6...6).map { Int(place) + $0 }
            let bell = around.map { exp(-pow((Double($0) + 0.5 - place) / width, 2) / 2) }
            let sum = bell.reduce(0, +)
            for (index, height) in zip(around, bell) {
                hours[(index + stepsOfDay) % stepsOfDay] += weight * height / sum
            }
            days[day(of: time)] += weight
        }
        let share = max(otherDays, 1 / (1 + total))
        hours = hours.map { (1 - surprises) * $0 / total * Double(stepsOfDay) + surprises }
        days = days.map { (1 - share) * $0 / total * 7 + share }
        return days.flatMap { day in hours.map { $0 * day } }
    }

    /// Returns the day of the week, Monday being 0.
    private static func day(of time: Int64) -> Int { Int((time / 86_400 + 3) % 7) }

    /// Returns the likelihood of the quarter of an hour that contains a time, relative to a steady feed.
    func likelihood(at time: Int64) -> Double {
        likelihood[Self.day(of: time) * Self.stepsOfDay + Int(time % 86_400 / Self.step)]
    }

    /// Returns the time since the last episode, as a number of usual intervals.
    package func silence(at time: Int64) -> Double { Double(time - last) / max(usual, least, 3600) }

    /// Returns the number of episodes per second to expect at a time, if none has appeared until then.
    package func rate(at time: Int64) -> Double {
        let since = Double(time - last)
        let rest = since < 0.5 * least ? Self.repose : 1
        let silence = silence(at: time)
        let fading = silence > Self.patience ? Self.patience / silence : 1
        return pace * likelihood(at: time) * rest * fading
    }

    /// Returns the next quarter of an hour at which an episode is likely; `nil` if no time is much likelier than
    /// others, or the feed has been silent for too long.
    package func expected(after time: Int64) -> Int64? {
        guard silence(at: time) < 2 * Self.patience else { return nil }
        let start = max(time, last + Int64(0.5 * least))
        let steps = (0..<Int64(likelihood.count)).map { (start / Self.step + $0) * Self.step }
        guard let most = likelihood.max(), most >= Self.peak else { return nil }
        guard let first = steps.first(where: { likelihood(at: $0) >= most * 0.4 }) else { return nil }
        // The likeliest of the quarters around it; of equally likely ones the latest, since an episode in between is
        // nearer to it.
        return (0..<8).reversed().map { first + $0 * Self.step }.max { likelihood(at: $0) < likelihood(at: $1) }
    }

    /// The likelihood, relative to a steady feed, from which on a time counts as usual.
    private static let peak = 4.0

    /// Returns whether a time is one at which episodes usually appear, or shortly after one.
    package func isUsual(_ time: Int64) -> Bool {
        (0..<4).contains { likelihood(at: time - $0 * Self.step) >= Self.peak / 2 }
    }
}
