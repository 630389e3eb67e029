// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSuggestions

/// The bonuses in addition to habits: for a trip of known length, and for people who are present.
@MediaActor
extension SuggestionFinder {
    /// The bonus of an item that the user has in common with a person who is present; equal to that of an item that
    /// fills a trip.
    private static let companionBonus = 1.0

    /// Moves items that end before the arrival, and those in common with a person who is present, to the front, and
    /// adds the reasons.
    func ordered(_ found: [ShownSuggestion], _ question: Question) -> [ShownSuggestion] {
        let shown = found.map { explained($0, question) }
        let order = BonusOrder.order(
            shown.map { (Self.leads($0.0.suggestion.cause), $0.0.suggestion.probability, $0.bonus) })
        return order.prefix(question.limit).enumerated().map { place, number in
            var suggestion = shown[number].0
            suggestion.id = "\(question.prefix).\(place + 1)"
            return suggestion
        }
    }

    private func explained(_ found: ShownSuggestion, _ question: Question) -> (ShownSuggestion, bonus: Double) {
        var (shown, bonus) = (found, 0.0)
        if let trip = question.trip, let remaining = remaining(shown, question.rate) {
            let fit = TripFit.bonus(remaining, in: trip.time)
            if fit > 0 {
                shown.sentence +=
                    " It ends in \(TripEstimate.text(of: remaining.components.seconds)), before you arrive at \(trip.to)."
            }
            bonus += fit
        }
        if let person = question.companion?([shown.suggestion.item, shown.target.description]) {
            shown.sentence += " \(person) is here, with whom you have this in common."
            bonus += Self.companionBonus
        }
        return (shown, bonus)
    }

    /// Returns whether a suggestion is always in front: a reminder, an item meant for this moment, a pinned item, or
    /// one that belongs here.
    private static func leads(_ cause: SuggestionCause) -> Bool {
        [.nominated(.reminded), .nominated(.relevant), .nominated(.pinned), .nominated(.belongsHere)].contains(cause)
    }

    /// Returns the remaining playing time of an episode or a recording that is heard as a whole; `nil` for music and
    /// collections.
    private func remaining(_ shown: ShownSuggestion, _ rate: @MediaActor (ContentIdentifier) -> Double) -> Duration? {
        guard shown.target.kind == .episode || shown.position != nil, let duration = shown.duration else { return nil }
        let work = shown.item.kind == .podcast ? shown.item.identifier : nil
        return (duration - (shown.position ?? .zero)) / max(0.25, work.map(rate) ?? 1)
    }
}
