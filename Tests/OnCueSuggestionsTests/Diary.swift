// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSuggestions

/// Writes what somebody did over days, as donations; day 0 is a Monday.
struct Diary {
    private(set) var donations: [Donation] = []

    static func moment(
        day: Int, _ hour: Double, place: String? = nil, trigger: String? = nil, device: String? = nil
    ) -> Moment {
        Moment(
            time: Double(day) * 86_400 + hour * 3_600, hour: hour, weekday: day % 7, place: place, trigger: trigger,
            device: device)
    }

    /// A session: one item after the other, half an hour each.
    mutating func session(
        day: Int, _ hour: Double, _ items: String..., place: String? = nil, trigger: String? = nil,
        device: String? = nil, leftOpen: Bool = false
    ) {
        for (index, item) in items.enumerated() {
            let moment = Self.moment(
                day: day, hour + Double(index) / 2, place: place, trigger: trigger, device: device)
            donations.append(
                Donation(
                    item, at: moment, isOpen: leftOpen && index == items.count - 1, choice: index == 0 ? moment : nil))
        }
    }

    /// Something that was not wanted.
    mutating func refuse(_ kind: Donation.Kind, _ item: String, at moment: Moment) {
        donations.append(Donation(kind, item, at: moment))
    }

    var ranker: SuggestionRanker { SuggestionRanker(replaying: donations) }
}

extension Donation {
    init(_ item: String, at moment: Moment, isOpen: Bool = false, choice: Moment? = nil) {
        self.init(.played, item, at: moment, isOpen: isOpen, choice: choice)
    }
}

extension SuggestionRanker {
    /// Items in their order.
    func items(at moment: Moment, limit: Int = 10) -> [String] {
        suggestions(SuggestionRequest(at: moment, limit: limit)).map(\.item)
    }

    /// What is suggested with its sentence.
    func lines(at moment: Moment, limit: Int = 3, nominations: [Nomination] = []) -> [String] {
        suggestions(SuggestionRequest(at: moment, limit: limit, nominations: nominations)).map { suggestion in
            suggestion.item + ": " + suggestion.cause.sentence(at: moment, SuggestionWording(title: { $0 }))
        }
    }
}
