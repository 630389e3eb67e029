// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// Suggestions for display, and as JSON.
enum SuggestionView {
    /// Returns two lines for each: the suggestion, and its reason.
    ///
    /// - Parameters:
    ///   - isNumbered: Whether to show the numbers with which they are accepted and dismissed.
    ///   - detail: Returns a third line.
    static func lines(
        _ suggestions: [SuggestionRecord], screen: Screen, isNumbered: Bool = true,
        detail: (SuggestionRecord) -> String = { _ in "" }
    ) -> [String] {
        let rows = suggestions.enumerated().map { index, suggestion in
            [
                isNumbered ? String(number(suggestion, index)) : "-", suggestion.title, suggestion.subtitle,
                position(suggestion),
            ]
        }
        let table = TextTable(
            columns: [
                .fixed(alignment: .right), .flexible(minimumWidth: 16), .flexible(minimumWidth: 8), .fixed(),
            ],
            keptColumns: 2, rows: rows)
        let style = Style(isOn: screen.usesColor)
        let heads = table.lines(width: screen.tableWidth) { _, column, cell in
            switch column {
            case 0: style.accent(cell)
            case 1: style.bold(cell)
            default: style.dim(cell)
            }
        }
        let indent = (rows.map { $0[0].count }.max() ?? 1) + 2
        return zip(heads, suggestions).flatMap { head, suggestion in
            [head]
                + [suggestion.sentence, detail(suggestion)].flatMap { text in
                    wrapped(text, indent: indent, screen).map(style.dim)
                }
        }
    }

    static func number(_ suggestion: SuggestionRecord, _ index: Int) -> Int { suggestion.number ?? index + 1 }

    /// Wraps a text; in a pipe nothing is cut or wrapped.
    private static func wrapped(_ text: String, indent: Int, _ screen: Screen) -> [String] {
        TextLayout.wrap(text, to: screen.tableWidth ?? Int.max / 2, indent: indent)
    }

    private static func position(_ suggestion: SuggestionRecord) -> String {
        suggestion.position.map { $0 >= .seconds(1) ? "from \(TimeText.clock($0))" : "" } ?? ""
    }

    /// Returns the trigger of an offer, and its remaining time.
    static func headline(_ offer: SuggestionOffer, now: Int64) -> String {
        let left = SpanText.words(.seconds(max(0, offer.expiresAt - now)))
        return TextLayout.printable(offer.sentence) + " Offered for another \(left)."
    }

    // MARK: JSON

    /// Returns the object of `oncue suggestions --json`.
    static func json(_ suggestions: [SuggestionRecord], of offer: SuggestionOffer?) -> JSONValue {
        [
            "total": .int(suggestions.count), "offset": .int(0), "items": items(suggestions),
            "offer": offer.map(json) ?? .null,
        ]
    }

    static func items(_ suggestions: [SuggestionRecord]) -> JSONValue {
        .array(suggestions.enumerated().map { json($1, number: number($1, $0)) })
    }

    /// Returns the properties of an offer without its suggestions.
    static func json(_ offer: SuggestionOffer) -> JSONValue {
        offer.json(["sentence": .text, "suggestions": .leftOut])
    }

    static func json(_ suggestion: SuggestionRecord, number: Int?) -> JSONValue {
        [
            "number": .int(orNull: number), "id": .string(suggestion.id),
            "identifier": .string(suggestion.identifier), "title": .string(suggestion.title),
            "subtitle": .string(suggestion.subtitle), "sentence": .string(suggestion.sentence),
            "cause": .string(suggestion.cause), "ground": .string(orNull: suggestion.ground),
            "probability": .rounded(suggestion.probability, places: 4),
            "reasons": .object(
                suggestion.reasons.map { JSONValue.Member($0.facet, .rounded($0.weight, places: 3)) }),
            "playable": .bool(suggestion.isPlayable), "position": .seconds(suggestion.position),
            "artwork": .string(orNull: suggestion.artwork),
        ]
    }
}
