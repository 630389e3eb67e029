// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueInterface
internal import TextOutput

/// The reasons for and against a suggestion.
enum ReasonView {
    private static let longestBar = 20

    /// Returns one line for each facet, with a bar that shows its weight.
    static func lines(_ reasons: [SuggestionRecord.Reason], screen: Screen) -> [String] {
        let heaviest = reasons.map { abs($0.weight) }.max() ?? 0
        let rows = reasons.map { reason in
            [
                reason.weight < 0 ? "against" : "for", FacetText.text(reason.facet), FacetText.weight(reason.weight),
                bar(reason.weight, heaviest),
            ]
        }
        let table = TextTable(
            columns: [.fixed(), .flexible(minimumWidth: 16), .fixed(alignment: .right), .fixed()], keptColumns: 3,
            rows: rows)
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { row, column, cell in
            switch column {
            case 3: reasons[row].weight < 0 ? style.dim(cell) : style.accent(cell)
            case 1: cell
            default: style.dim(cell)
            }
        }
    }

    private static func bar(_ weight: Double, _ heaviest: Double) -> String {
        guard heaviest > 0 else { return "" }
        let cells = Int((abs(weight) / heaviest * Double(longestBar)).rounded())
        return String(repeating: "━", count: max(1, cells))
    }

    /// Returns all reasons in one line: `for: the time of day +0.81; against: how long ago it was played -0.12`.
    static func line(_ reasons: [SuggestionRecord.Reason]) -> String {
        let sides = [("for", reasons.filter { $0.weight >= 0 }), ("against", reasons.filter { $0.weight < 0 })]
        return sides.filter { !$0.1.isEmpty }.map { side, reasons in
            let words = reasons.map { "\(FacetText.text($0.facet)) \(FacetText.weight($0.weight))" }
            return side + ": " + words.joined(separator: ", ")
        }.joined(separator: "; ")
    }
}
