// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueInterface
internal import OnCueSuggestions

/// The suggestions that would have been raised, for display and as JSON.
enum SimulationView {
    static func lines(_ result: SimulationResult, isDryRun: Bool, screen: Screen) -> [String] {
        let style = Style(isOn: screen.usesColor)
        var lines = [style.bold(headline(result, isDryRun: isDryRun))]
        if !result.objections.isEmpty {
            let table = TextTable(
                columns: [.fixed(), .flexible(minimumWidth: 20)], keptColumns: 2,
                rows: result.objections.map { ["  " + $0.rule, $0.sentence] })
            lines += table.lines(width: screen.tableWidth) { _, column, cell in column == 0 ? style.accent(cell) : cell
            }
        }
        if let trip = result.trip {
            lines += TextLayout.wrap(TextLayout.printable(trip), to: screen.tableWidth ?? Int.max / 2)
        }
        if let note = result.note { lines += TextLayout.wrap(note, to: screen.tableWidth ?? Int.max / 2) }
        return lines
            + SuggestionView.lines(result.suggestions, screen: screen, isNumbered: result.isRaised && !isDryRun) {
                ReasonView.line($0.reasons)
            }
    }

    private static func headline(_ result: SimulationResult, isDryRun: Bool) -> String {
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
            "objections": .array(
                result.objections.map { ["rule": .string($0.rule), "sentence": .string($0.sentence)] }),
        ]
    }
}
