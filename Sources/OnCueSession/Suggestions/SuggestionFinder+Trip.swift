// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSuggestions

/// Suggestions for a trip of known length.
@MediaActor
extension SuggestionFinder {
    /// Moves what ends before the arrival to the front, and says so.
    func ordered(
        _ found: [ShownSuggestion], for trip: TripEstimate, _ question: Question
    ) -> [ShownSuggestion] {
        let times = found.map { remaining($0, question.rate) }
        let order = TripFit.order(
            zip(found, times).map { shown, remaining in
                (Self.leads(shown.suggestion.cause), shown.suggestion.probability, remaining)
            }, for: trip.time)
        return order.prefix(question.limit).enumerated().map { place, number in
            var shown = found[number]
            shown.id = "\(question.prefix).\(place + 1)"
            if let remaining = times[number], TripFit.fits(remaining, in: trip.time) {
                shown.sentence += " It ends before you arrive at \(trip.to), \(Self.minutes(remaining)) from now."
            }
            return shown
        }
    }

    /// What is pinned, and what belongs here, is in front whatever it takes.
    private static func leads(_ cause: SuggestionCause) -> Bool {
        cause == .nominated(.pinned) || cause == .nominated(.belongsHere)
    }

    /// How long an episode or a recording that is heard as a whole still sounds; `nil` for music and collections.
    private func remaining(_ shown: ShownSuggestion, _ rate: @MediaActor (ContentIdentifier) -> Double) -> Duration? {
        guard shown.target.kind == .episode || shown.position != nil, let duration = shown.duration else { return nil }
        let work = shown.item.kind == .podcast ? shown.item.identifier : nil
        return (duration - (shown.position ?? .zero)) / max(0.25, work.map(rate) ?? 1)
    }

    private static func minutes(_ time: Duration) -> String { "\(max(1, (time.components.seconds + 30) / 60)) min" }
}
