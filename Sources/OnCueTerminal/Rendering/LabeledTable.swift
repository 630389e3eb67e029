// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing

/// Rows of a label and a text.
enum LabeledTable {
    static func lines(_ rows: [[String]], screen: Screen) -> [String] {
        let style = Style(isOn: screen.usesColor)
        let table = TextTable(columns: [.fixed(), .flexible(minimumWidth: 20)], keptColumns: 2, rows: rows)
        return table.lines(width: screen.tableWidth) { _, column, cell in column == 0 ? style.dim(cell) : cell }
    }
}
