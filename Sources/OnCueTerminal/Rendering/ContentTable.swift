// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// Content items in columns: path, title, second line, number of children, duration.
enum ContentTable {
    static func lines(_ items: [ContentRecord], screen: Screen) -> [String] {
        lines(items.map { Row(record: $0, indent: 0) }, screen: screen)
    }

    /// An item with its indentation, in levels.
    struct Row: Sendable {
        var record: ContentRecord
        var indent: Int
    }

    /// Returns the items of a tree; deeper ones are indented.
    static func lines(_ rows: [Row], screen: Screen) -> [String] {
        let table = TextTable(
            columns: [
                .fixed(), .flexible(minimumWidth: 16), .flexible(minimumWidth: 8), .fixed(), .fixed(alignment: .right),
            ],
            keptColumns: 2, rows: cells(rows))
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { row, column, cell in
            let item = rows[row].record
            if item.isUnavailable { return style.dim(cell) }
            switch column {
            case 0: return style.accent(cell)
            case 1: return item.isContainer ? style.bold(cell) : cell
            default: return style.dim(cell)
            }
        }
    }

    private static func cells(_ rows: [Row]) -> [[String]] {
        let counts = rows.map { ContentPhrase.amount(of: $0.record) }
        let digits = counts.map { $0.prefix { $0.isNumber }.count }
        let widest = digits.max() ?? 0
        return rows.indices.map { index in
            let item = rows[index].record
            // Numbers end in the same column, so the words after them start in the same column.
            let padding = digits[index] == 0 ? "" : String(repeating: " ", count: widest - digits[index])
            return [
                item.path ?? item.identifier,
                TextLayout.spaces(rows[index].indent * 2) + ContentPhrase.title(of: item),
                ContentPhrase.subtitle(of: item),
                padding + counts[index], ContentPhrase.length(of: item),
            ]
        }
    }
}
