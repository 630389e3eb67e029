// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// Content items in columns: where, what, by whom, how many, how long.
enum ContentTable {
    static func lines(_ items: [ContentRecord], screen: Screen) -> [String] {
        let table = TextTable(
            columns: [
                .fixed(), .flexible(minimumWidth: 16), .flexible(minimumWidth: 8), .fixed(), .fixed(alignment: .right),
            ],
            keptColumns: 2, rows: rows(items))
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { row, column, cell in
            switch column {
            case 0: style.accent(cell)
            case 1: items[row].isContainer ? style.bold(cell) : cell
            default: style.dim(cell)
            }
        }
    }

    private static func rows(_ items: [ContentRecord]) -> [[String]] {
        let counts = items.map(ContentPhrase.children)
        let digits = counts.map { $0.prefix { $0.isNumber }.count }
        let widest = digits.max() ?? 0
        return items.indices.map { index in
            let item = items[index]
            // Numbers end in the same column, and so the words after them begin in the same.
            let padding = counts[index].isEmpty ? "" : String(repeating: " ", count: widest - digits[index])
            return [
                item.path ?? item.identifier, item.title, item.subtitle, padding + counts[index],
                item.duration.map(TimeText.clock) ?? "",
            ]
        }
    }
}
