// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// When a feed publishes, learnt from the times at which its episodes appeared.
///
/// A pure value: the likelihood of each quarter of an hour of a week, and the usual time between two episodes. Times are
/// seconds since 1970, and the week is that of UTC: newer episodes count more, so that an hour that moves with the clocks
/// of summer is learnt again within days.
package struct PublishingRhythm: Sendable, Equatable {
    /// The most episodes that count.
    package static let memory = 40
    /// The fewest from which anything is learnt.
    static let fewest = 3
    /// A quarter of an hour.
    static let step: Int64 = 900

    private static let stepsOfDay = 96
    /// The weight of an episode, in proportion to that of the next one.
    private static let decay = 0.93
    /// How far around its time an episode makes others likely, in quarters of an hour (a standard deviation).
    private static let width = 1.3
    /// The share of episodes that come at any time, and on any day.
    private static let (surprises, otherDays) = (0.12, 0.15)
    /// The likelihood of an episode right behind another one, in proportion.
    private static let repose = 0.05
    /// Without an episode for so many usual times, it becomes less likely.
    private static let patience = 3.0

    /// In proportion to a steady feed, by quarters of the week, Monday first.
    private let likelihood: [Double]
    private let last: Int64
    /// Episodes in a second, on average.
    private let pace: Double
    /// Seconds between two episodes: usually, and seldom less.
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
        // Several that appear at once are one reason to look.
        let sorted = gaps.filter { $0 > 600 }.sorted()
        guard !sorted.isEmpty else { return nil }
        (usual, least) = (sorted[sorted.count / 2], sorted[sorted.count / 10])
        let total = weights.dropFirst().reduce(0, +)
        let mean = zip(gaps, weights.dropFirst()).map { $0 * $1 }.reduce(0, +) / total
        // The break between two seasons says nothing of the time within one.
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

    /// The day of the week, Monday being 0.
    private static func day(of time: Int64) -> Int { Int((time / 86_400 + 3) % 7) }

    /// The likelihood of the quarter of an hour of a time, in proportion to a steady feed.
    func likelihood(at time: Int64) -> Double {
        likelihood[Self.day(of: time) * Self.stepsOfDay + Int(time % 86_400 / Self.step)]
    }

    /// How many usual times the last episode is ago.
    package func silence(at time: Int64) -> Double { Double(time - last) / max(usual, least, 3600) }

    /// The episodes in a second that can be expected at a time, if none has appeared until then.
    package func rate(at time: Int64) -> Double {
        let since = Double(time - last)
        let rest = since < 0.5 * least ? Self.repose : 1
        let silence = silence(at: time)
        let fading = silence > Self.patience ? Self.patience / silence : 1
        return pace * likelihood(at: time) * rest * fading
    }

    /// The next quarter of an hour at which an episode is likely; `nil` if no time stands out, or none is likely at all.
    package func expected(after time: Int64) -> Int64? {
        guard silence(at: time) < 2 * Self.patience else { return nil }
        let start = max(time, last + Int64(0.5 * least))
        let steps = (0..<Int64(likelihood.count)).map { (start / Self.step + $0) * Self.step }
        guard let most = likelihood.max(), most >= Self.peak else { return nil }
        guard let first = steps.first(where: { likelihood(at: $0) >= most * 0.4 }) else { return nil }
        // The likeliest of those around it; of two alike, an episode in between is nearer to the second.
        return (0..<8).reversed().map { first + $0 * Self.step }.max { likelihood(at: $0) < likelihood(at: $1) }
    }

    /// A time stands out that is so much likelier than those of a steady feed.
    private static let peak = 4.0

    /// Whether a time is one at which episodes usually appear, or right behind one.
    package func isUsual(_ time: Int64) -> Bool {
        (0..<4).contains { likelihood(at: time - $0 * Self.step) >= Self.peak / 2 }
    }
}
