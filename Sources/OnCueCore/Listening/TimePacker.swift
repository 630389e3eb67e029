// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Chooses the best combination of items for a period of time: a knapsack in which items of the same group exclude each
/// other.
package struct TimePacker: Sendable, Equatable {
    /// An item that could be heard as a whole.
    package struct Candidate: Sendable, Equatable {
        package var duration: Duration
        /// The value of a minute of it, from 0 to 1.
        package var score: Double
        /// The group of which at most one item is chosen, such as the episodes of a podcast.
        package var group: String?

        package init(_ duration: Duration, score: Double, group: String? = nil) {
            (self.duration, self.score, self.group) = (duration, score, group)
        }
    }

    /// The unit in which times are counted; durations are rounded up to it.
    package static let grain = Duration.seconds(15)
    /// The time by which the choice may be too long; it costs as much as the best minutes are worth.
    package static let overrun = Duration.seconds(180)
    /// The longest time that is packed.
    package static let longest = Duration.seconds(86_400)

    private let room: Int
    private let fillerScore: Double

    /// - Parameters:
    ///   - time: The time to fill; more than ``longest`` counts as that.
    ///   - fillerScore: The value of a minute of the content that fills the remaining time; 0 if there is none.
    package init(_ time: Duration, fillerScore: Double = 0) {
        room = Int(min(max(.zero, time), Self.longest) / Self.grain)
        self.fillerScore = fillerScore
    }

    /// Returns the indices of the best choice, in ascending order; empty if nothing fits.
    ///
    /// - Complexity: O(candidates × time in units).
    package func choice(of candidates: [Candidate]) -> [Int] {
        let limit = room + Self.grains(Self.overrun)
        let groups = Self.groups(candidates)
        // The value of the best choice that takes exactly this time.
        var best = [Double](repeating: -.infinity, count: limit + 1)
        best[0] = 0
        // For each group and time, the candidate that was added, as its number from 1.
        var added: [[Int32]] = []
        for group in groups {
            var next = best
            var row = [Int32](repeating: 0, count: limit + 1)
            for number in group {
                let (size, value) = Self.weight(candidates[number])
                guard size <= limit else { continue }
                for time in size...limit where best[time - size] + value > next[time] {
                    next[time] = best[time - size] + value
                    row[time] = Int32(number + 1)
                }
            }
            best = next
            added.append(row)
        }
        return Self.traced(added, candidates, from: best.indices.max { worth(best, $0) < worth(best, $1) } ?? 0)
    }

    /// Returns the value of a choice; no choice is worth more than that of ``choice(of:)``.
    package func value(of choice: [Candidate]) -> Double {
        let weights = choice.map(Self.weight)
        return weights.reduce(0) { $0 + $1.value } + rest(after: weights.reduce(0) { $0 + $1.size })
    }

    private func worth(_ best: [Double], _ time: Int) -> Double { best[time] + rest(after: time) }

    /// Returns the value of the remaining time, or the cost of the excess time.
    private func rest(after time: Int) -> Double {
        time <= room ? Double(room - time) * fillerScore : Double(room - time)
    }

    /// Returns the size of a candidate, and its value.
    private static func weight(_ candidate: Candidate) -> (size: Int, value: Double) {
        let size = grains(candidate.duration)
        return (size, Double(size) * candidate.score)
    }

    private static func grains(_ duration: Duration) -> Int {
        max(1, Int((min(duration, longest * 2) / grain).rounded(.up)))
    }

    /// Returns the indices of the candidates of each group; those without a group form one each.
    private static func groups(_ candidates: [Candidate]) -> [[Int]] {
        var groups: [[Int]] = []
        var known: [String: Int] = [:]
        for (number, candidate) in candidates.enumerated() {
            if let name = candidate.group, let index = known[name] {
                groups[index].append(number)
                continue
            }
            if let name = candidate.group { known[name] = groups.count }
            groups.append([number])
        }
        return groups
    }

    private static func traced(_ added: [[Int32]], _ candidates: [Candidate], from time: Int) -> [Int] {
        var time = time
        var choice: [Int] = []
        for row in added.reversed() where row[time] > 0 {
            let number = Int(row[time]) - 1
            choice.append(number)
            time -= weight(candidates[number]).size
        }
        return choice.sorted()
    }
}
