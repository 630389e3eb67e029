// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// The journal in columns, and as JSON.
enum HistoryView {
    static func lines(_ entries: [JournalEntry], screen: Screen) -> [String] {
        let rows = entries.map { entry in
            [
                MomentText.text(entry.time), entry.kind.rawValue, entry.song ?? entry.subject.title,
                entry.song == nil ? entry.subject.artists.joined(separator: ", ") : entry.subject.title,
                TimeText.clock(entry.position), reason(entry),
            ]
        }
        let table = TextTable(
            columns: [
                .fixed(), .fixed(), .flexible(minimumWidth: 16), .flexible(minimumWidth: 8), .fixed(alignment: .right),
                .flexible(minimumWidth: 6),
            ],
            keptColumns: 3, rows: rows)
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { row, column, cell in
            switch column {
            case 1: entries[row].kind == .failed ? style.bold(cell) : style.accent(cell)
            case 2: cell
            default: style.dim(cell)
            }
        }
    }

    /// Returns entries in the requested columns, after their times.
    static func lines(
        _ entries: [JournalEntry], _ columns: ListColumns, _ facts: ListColumns.Facts, screen: Screen
    ) -> [String] {
        let items = entries.map { entry in
            ContentRecord(
                identifier: entry.subject.identifier.description, kind: entry.kind.rawValue,
                title: entry.song ?? entry.subject.title,
                subtitle: entry.song == nil ? entry.subject.artists.joined(separator: ", ") : entry.subject.title,
                duration: entry.subject.duration)
        }
        return columns.lines(items, facts, heads: entries.map { MomentText.text($0.time) }, screen: screen)
    }

    /// Returns the titles that stations announced: the time, the title, and the station.
    static func songs(_ entries: [JournalEntry], screen: Screen) -> [String] {
        let rows = entries.map { [MomentText.text($0.time), $0.song ?? "", $0.subject.title] }
        let table = TextTable(
            columns: [.fixed(), .flexible(minimumWidth: 16), .flexible(minimumWidth: 8)], keptColumns: 2, rows: rows)
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { _, column, cell in column == 1 ? cell : style.dim(cell) }
    }

    /// Returns the cause, unless it is obvious.
    private static func reason(_ entry: JournalEntry) -> String {
        switch entry.cause {
        case .user, .end, .error: ""
        case .remote: "media keys"
        case .outputLost: "output lost"
        case .outputBack: "output back"
        case .interruption: "interrupted"
        case .suspend: "sleep"
        case .suggestion: "automatic"
        case .sleepTimer: "sleep timer"
        case .quit: "daemon quit"
        }
    }

    /// - Parameter facts: The facts to add to the items, if requested.
    static func json(_ page: JournalPage, offset: Int, facts: ListColumns.Facts? = nil) -> JSONValue {
        [
            "total": .int(page.total),
            "offset": .int(offset),
            "items": .array(page.entries.map { json($0, facts) }),
        ]
    }

    private static func json(_ entry: JournalEntry, _ facts: ListColumns.Facts?) -> JSONValue {
        guard let facts, case .object(let members) = entry.json else { return entry.json }
        let item = facts[entry.subject.identifier.description]
        let stars = JSONValue.Member("stars", item?.record.stars.map { .rounded($0.number, places: 1) } ?? .null)
        return .object(members + ListColumns.members(item) + [stars])
    }
}
