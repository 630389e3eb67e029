// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A dismissal or a skip, with its moment.
struct Refusal: Sendable, Equatable {
    var item: Int32
    var kind: Donation.Kind
    var moment: Moment
    /// Plays up to then; playing the item afterwards ends it.
    var number: Int
}

/// Items that were dismissed lately, which meanwhile may only be suggested because of the user's habits.
struct Rest: Sendable, Equatable {
    private static let capacity = 200
    /// Half a day, in seconds.
    private static let length = 43_200.0

    private var dismissals: [(item: String, time: Double)] = []

    /// - Complexity: O(dismissals), at most 200.
    mutating func begin(_ item: String, at time: Double) {
        end(item)
        if dismissals.count >= Self.capacity { dismissals.removeFirst() }
        dismissals.append((item, time))
    }

    /// Ends the rest of an item, because it was played after all.
    mutating func end(_ item: String) { dismissals.removeAll { $0.item == item } }

    /// Returns the items that rest at a time. One dismissed after that time does not, since the clock was set.
    func items(at time: Double) -> Set<String> {
        Set(dismissals.lazy.filter { (0..<Self.length).contains(time - $0.time) }.map(\.item))
    }

    static func == (left: Rest, right: Rest) -> Bool { left.dismissals.elementsEqual(right.dismissals, by: ==) }
}

/// The last refused items.
///
/// A dismissal divides the probability of an item at the same time of day in the same surroundings by four, and a skip
/// by two. The effect, as a logarithm, halves in a week, and ends when the item is played again.
struct Refusals: Sendable, Equatable {
    private static let capacity = 200
    private static let halfLife = 7.0
    /// ln 4.
    private static let strength = 1.386_294_361_119_890_6
    /// The difference between times of day that still counts as similar, in hours.
    private static let hourWidth = 3.0

    private var all: [Refusal] = []

    /// - Complexity: O(1) on average.
    mutating func append(_ refusal: Refusal) {
        if all.count >= 2 * Self.capacity { all.removeFirst(all.count - Self.capacity) }
        all.append(refusal)
    }

    /// Applies new numbers of items, and drops items without one.
    mutating func renumber(_ number: (Int32) -> Int32) {
        for index in all.indices { all[index].item = number(all[index].item) }
        all.removeAll { $0.item < 0 }
    }

    /// Returns the factors by which attention to refused items is reduced at a moment, 0 to 1.
    func reluctance(_ ranker: SuggestionRanker, _ moment: Moment) -> [Int32: Double] {
        var sums: [Int32: Double] = [:]
        for refusal in all.suffix(Self.capacity) where ranker.lastPlays[Int(refusal.item)] <= refusal.number {
            let days = max(0, moment.time - refusal.moment.time) / 86_400
            let share = refusal.kind == .skipped ? 0.5 : 1
            let fading = exp2(-days / Self.halfLife)
            sums[refusal.item, default: 0] += share * fading * Self.likeness(refusal.moment, moment)
        }
        return sums.mapValues { exp(-Self.strength * $0) }
    }

    private static func likeness(_ left: Moment, _ right: Moment) -> Double {
        let distance = abs(left.hour - right.hour)
        let hours = min(distance, 24 - distance) / hourWidth
        let pairs = [(left.place, right.place), (left.trigger, right.trigger), (left.device, right.device)]
        let differences = pairs.filter { $0.0 != $0.1 }.count
        return exp(-0.5 * hours * hours - 0.7 * Double(differences))
    }
}
