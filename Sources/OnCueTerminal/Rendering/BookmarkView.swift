// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueCore
internal import OnCuePhrases
internal import TextOutput

/// Bookmarks in columns, and as JSON.
enum BookmarkView {
    static func lines(_ bookmarks: [Bookmark], screen: Screen) -> [String] {
        let rows = bookmarks.map { bookmark in
            [
                String(bookmark.number), TimeText.clock(bookmark.position), bookmark.name ?? "", bookmark.title,
                bookmark.artists.joined(separator: ", "), MomentText.text(bookmark.time),
            ]
        }
        let table = TextTable(
            columns: [
                .fixed(alignment: .right), .fixed(alignment: .right), .flexible(minimumWidth: 8),
                .flexible(minimumWidth: 16), .flexible(minimumWidth: 8), .fixed(),
            ],
            keptColumns: 4, rows: rows)
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { _, column, cell in
            switch column {
            case 0: style.accent(cell)
            case 1, 3: cell
            case 2: style.bold(cell)
            default: style.dim(cell)
            }
        }
    }

    /// `1:23 in So What`
    static func name(_ bookmark: Bookmark) -> String {
        TimeText.clock(bookmark.position) + " in " + TextLayout.printable(bookmark.title)
    }

    /// `bookmark 3 "best solo", 1:23 in So What`
    static func phrase(_ bookmark: Bookmark) -> String {
        let called = bookmark.name.map { " \"\(TextLayout.printable($0))\"" } ?? ""
        return "bookmark \(bookmark.number)\(called), \(name(bookmark))"
    }

    static func json(_ page: BookmarkPage, offset: Int) -> JSONValue {
        ["total": .int(page.total), "offset": .int(offset), "items": .array(page.bookmarks.map(\.json))]
    }
}
