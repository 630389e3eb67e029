// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

extension SuggestionRanker {
    /// Learns from a donation.
    ///
    /// The first play of a session adjusts the weights of its circumstances: its ``Donation/choice`` is compared with
    /// the suggestions that there would have been.
    ///
    /// - Complexity: O(1); O(observations) for the first play of a session.
    package mutating func record(_ donation: Donation) {
        switch donation.kind {
        case .played: rest.end(donation.item)
        case .skipped: return recordRefusal(donation)
        case .dismissed:
            rest.begin(donation.item, at: donation.moment.time)
            return recordRefusal(donation)
        // The playback that follows carries the information.
        case .accepted: return
        }
        let gap = lastTime.map { donation.moment.time - $0 } ?? 0
        if let choice = donation.choice ?? (gap > Self.longestGap ? donation.moment : nil) {
            learn(from: donation.item, at: choice)
            beginSession()
        } else if plays == 0 {
            beginSession()
        }
        makeRoom()
        let item = items.number(for: donation.item)
        if Int(item) == lastPlays.count { lastPlays.append(0) }
        plays += 1
        lastPlays[Int(item)] = plays
        let here = surroundings.number(for: Surroundings.here(donation.moment))
        append(item, donation, here)
        position += 1
        repetitions[item, default: 0] += 1
        lastHere[here] = item
        (lastButOne, last) = (last, item)
        lastIsOpen = donation.isOpen
        lastTime = donation.moment.time
    }

    /// Notes that an item was left before its end, if that becomes known later; without effect if another item was
    /// played since.
    package mutating func markOpen(_ item: String) {
        if let number = items.number(knownFor: item), last == number { lastIsOpen = true }
    }

    private mutating func recordRefusal(_ donation: Donation) {
        guard let item = items.number(knownFor: donation.item) else { return }
        refusals.append(Refusal(item: item, kind: donation.kind, moment: donation.moment, number: plays))
    }

    private mutating func append(_ item: Int32, _ donation: Donation, _ here: Int32) {
        let moment = donation.moment
        observations.append(
            Observation(
                item: item, before: last, beforeThat: lastButOne, beforeHere: lastHere[here] ?? NameTable.none,
                place: number(Surroundings.place(moment)), trigger: number(Surroundings.trigger(moment)),
                device: number(Surroundings.device(moment)), weekday: Int32(moment.weekday), time: moment.time,
                hour: moment.hour, position: log(1 + Double(position)),
                repetition: log(1 + Double(repetitions[item] ?? 0)), number: plays))
    }

    private mutating func number(_ name: String?) -> Int32 {
        name.map { surroundings.number(for: $0) } ?? NameTable.none
    }

    private mutating func beginSession() {
        sessions += 1
        position = 0
        repetitions.removeAll(keepingCapacity: true)
    }
}

/// The names of surroundings in the table that they share.
enum Surroundings {
    static func place(_ moment: Moment) -> String? { moment.place.map { "p" + $0 } }
    static func trigger(_ moment: Moment) -> String? { moment.trigger.map { "t" + $0 } }
    static func device(_ moment: Moment) -> String? { moment.device.map { "d" + $0 } }

    /// All of them together.
    static func here(_ moment: Moment) -> String {
        "h" + [moment.place, moment.trigger, moment.device].map { $0 ?? "" }.joined(separator: "\u{1F}")
    }
}
