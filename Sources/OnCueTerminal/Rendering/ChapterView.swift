// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// Chapters in columns and as JSON.
enum ChapterView {
    static func lines(_ chapters: ChapterListing, screen: Screen) -> [String] {
        let rows = chapters.items.enumerated().map { index, item in
            [
                index == chapters.current ? "▶" : "", String(index + 1), item.title, TimeText.clock(item.start),
                item.end.map { TimeText.clock($0 - item.start) } ?? "",
            ]
        }
        let table = TextTable(
            columns: [
                .fixed(), .fixed(alignment: .right), .flexible(minimumWidth: 16), .fixed(alignment: .right),
                .fixed(alignment: .right),
            ],
            keptColumns: 4, rows: rows)
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { row, column, cell in
            switch column {
            case 0, 1: style.accent(cell)
            case 2: row == chapters.current ? style.bold(cell) : cell
            default: style.dim(cell)
            }
        }
    }

    /// Returns the object of `oncue chapters --json`.
    static func json(_ chapters: ChapterListing) -> JSONValue {
        [
            "total": .int(chapters.items.count),
            "offset": .int(0),
            "current": .int(orNull: chapters.current),
            "items": .array(
                chapters.items.enumerated().map { index, item in
                    item.json(number: index + 1, ["current": .value(.bool(index == chapters.current))])
                }),
        ]
    }
}
