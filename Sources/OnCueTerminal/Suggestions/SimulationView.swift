// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueInterface
internal import OnCueSuggestions
internal import TextOutput

/// The suggestions that would have been raised, for display and as JSON.
enum SimulationView {
    static func lines(_ result: SimulationResult, isDryRun: Bool, screen: Screen) -> [String] {
        let style = Style(isOn: screen.usesColor)
        var lines = [style.bold(headline(result, isDryRun: isDryRun))]
        if !result.objections.isEmpty, !isActed(result) {
            let table = TextTable(
                columns: [.fixed(), .flexible(minimumWidth: 20)], keptColumns: 2,
                rows: result.objections.map { ["  " + $0.rule, $0.sentence] })
            lines += table.lines(width: screen.tableWidth) { _, column, cell in column == 0 ? style.accent(cell) : cell
            }
        }
        lines += cueLines(result, isDryRun: isDryRun, screen)
        if let trip = result.trip {
            lines += TextLayout.wrap(TextLayout.printable(trip), to: screen.tableWidth ?? Int.max / 2)
        }
        if let note = result.note { lines += TextLayout.wrap(note, to: screen.tableWidth ?? Int.max / 2) }
        return lines
            + SuggestionView.lines(result.suggestions, screen: screen, isNumbered: result.isRaised && !isDryRun) {
                ReasonView.line($0.reasons)
            }
    }

    /// Returns the cues that act, and the reasons why others do not.
    private static func cueLines(_ result: SimulationResult, isDryRun: Bool, _ screen: Screen) -> [String] {
        guard !result.cues.isEmpty else { return [] }
        let style = Style(isOn: screen.usesColor)
        let rows = result.cues.map { cue in
            let verb =
                switch (cue.isPerformed, isDryRun) {
                case (true, true): "would run"
                case (true, false): "runs"
                case (false, true): "would offer"
                case (false, false): "offers"
                }
            let text =
                cue.acts
                ? "\(verb) \"\(cue.shortcut)\"."
                : "steps aside: " + cue.objections.map(\.sentence).joined(separator: " ")
            return [TextLayout.printable("  " + cue.name), TextLayout.printable(text)]
        }
        let table = TextTable(columns: [.fixed(), .flexible(minimumWidth: 20)], keptColumns: 2, rows: rows)
        return ["Cues"]
            + table.lines(width: screen.tableWidth) { _, column, cell in column == 0 ? style.accent(cell) : cell }
    }

    /// Returns whether a cue is performed in place of an offer.
    private static func isActed(_ result: SimulationResult) -> Bool {
        result.cues.contains { $0.acts && $0.isPerformed }
    }

    private static func headline(_ result: SimulationResult, isDryRun: Bool) -> String {
        if isActed(result) {
            return isDryRun ? "A cue would act in the place of suggestions" : "A cue acts in the place of suggestions"
        }
        guard result.objections.isEmpty else {
            return isDryRun ? "Nothing would be suggested because:" : "Nothing is suggested because:"
        }
        guard isDryRun || result.isRaised else { return "Nothing is suggested" }
        switch RaisingPolicy.Action(rawValue: result.action) {
        case .resume: return isDryRun ? "Playback would resume" : "Playback resumes"
        case .play: return isDryRun ? "The first suggestion would play" : "The first suggestion plays"
        case .ignore: return isDryRun ? "Nothing would be suggested" : "Nothing is suggested"
        case .suggest, nil: return isDryRun ? "Would be suggested" : "Suggested"
        }
    }

    static func json(_ result: SimulationResult, isDryRun: Bool) -> JSONValue {
        [
            "raised": .bool(result.isRaised), "dryRun": .bool(isDryRun), "action": .string(result.action),
            "note": .string(orNull: result.note), "trip": .string(orNull: result.trip),
            "total": .int(result.suggestions.count), "offset": .int(0),
            "items": SuggestionView.items(result.suggestions),
            "objections": .array(result.objections.map(\.json)),
            "cues": .array(result.cues.map(\.json)),
        ]
    }
}
