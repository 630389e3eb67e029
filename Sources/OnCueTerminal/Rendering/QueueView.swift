// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// The queue in columns, and as JSON.
enum QueueView {
    /// - Parameter song: The title that the playing station announces.
    static func lines(_ page: QueuePage, song: String? = nil, screen: Screen) -> [String] {
        let rows = page.entries.enumerated().map { index, entry in
            [
                entry.isCurrent ? "▶" : entry.isSimilar ? "≈" : "", String(page.offset + index + 1), entry.title,
                (entry.isCurrent ? song : nil) ?? entry.artist ?? "", entry.album ?? "",
                entry.isMissing ? "unavailable" : entry.duration.map(TimeText.clock) ?? "",
            ]
        }
        let table = TextTable(
            columns: [
                .fixed(), .fixed(alignment: .right), .flexible(minimumWidth: 16), .flexible(minimumWidth: 8),
                .flexible(minimumWidth: 8), .fixed(alignment: .right),
            ],
            keptColumns: 3, rows: rows)
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { row, column, cell in
            if page.entries[row].isMissing { return style.dim(cell) }
            switch column {
            case 0, 1: return style.accent(cell)
            case 2: return page.entries[row].isCurrent ? style.bold(cell) : cell
            default: return style.dim(cell)
            }
        }
    }

    /// Returns the entries in the requested columns, after their numbers.
    static func lines(
        _ page: QueuePage, _ columns: ListColumns, _ facts: ListColumns.Facts, screen: Screen
    ) -> [String] {
        let items = page.entries.map { entry in
            var record = ContentRecord(
                identifier: entry.identifier, kind: "track", title: entry.title, subtitle: entry.artist ?? "",
                isPlayable: true, duration: entry.duration)
            record.isUnavailable = entry.isMissing
            return record
        }
        let heads = page.entries.enumerated().map { index, entry in
            (entry.isCurrent ? "▶ " : entry.isSimilar ? "≈ " : "") + String(page.offset + index + 1)
        }
        return columns.lines(items, facts, heads: heads, isNumbered: true, screen: screen)
    }

    /// Returns the object of `oncue queue --json`.
    ///
    /// - Parameters:
    ///   - added: The added content, only for `oncue queue add`.
    ///   - facts: The facts to add to the items.
    static func json(
        _ page: QueuePage, time: QueueTime, added: [PlayedContent]? = nil, facts: ListColumns.Facts? = nil
    ) -> JSONValue {
        .object((added.map { [JSONValue.Member("added", .array($0.map(json)))] } ?? []) + members(page, time, facts))
    }

    /// Returns `41 entries, 2:33:00, 1:20:00 left`; a `+` after a time stands for entries of unknown length.
    static func sentence(_ page: QueuePage, _ time: QueueTime) -> String {
        let entries = ContentPhrase.count(page.total, "entry", plural: "entries")
        guard time.total > .zero else { return entries }
        let more = time.unknownCount > 0 ? "+" : ""
        return "\(entries), \(TimeText.clock(time.total))\(more), \(TimeText.clock(time.remaining))\(more) left"
    }

    private static func members(
        _ page: QueuePage, _ time: QueueTime, _ facts: ListColumns.Facts?
    ) -> [JSONValue.Member] {
        [
            JSONValue.Member("total", .int(page.total)),
            JSONValue.Member("offset", .int(page.offset)),
            JSONValue.Member("current", .int(orNull: page.current)),
            JSONValue.Member("context", page.context.map(ContextPhrase.json(queue:)) ?? .null),
            JSONValue.Member("duration", .seconds(time.total)),
            JSONValue.Member("remaining", .seconds(time.remaining)),
            JSONValue.Member("unknownDurations", .int(time.unknownCount)),
            JSONValue.Member(
                "items", .array(page.entries.enumerated().map { json($1, number: page.offset + $0 + 1, facts) })),
        ]
    }

    private static func json(_ content: PlayedContent) -> JSONValue {
        [
            "number": .int((content.position ?? 0) + 1),
            "count": .int(content.count),
            "title": .string(content.title),
            "subtitle": .string(content.subtitle),
            "kind": .string(content.kind),
        ]
    }

    private static func json(_ entry: QueuePage.Entry, number: Int, _ facts: ListColumns.Facts?) -> JSONValue {
        let members: [JSONValue.Member] = facts.map { ListColumns.members($0[entry.identifier]) } ?? []
        guard case .object(let own) = json(entry, number: number) else { return .null }
        return .object(own + members)
    }

    private static func json(_ entry: QueuePage.Entry, number: Int) -> JSONValue {
        [
            "number": .int(number),
            "entry": .number(entry.id.number),
            "identifier": .string(entry.identifier),
            "title": .string(entry.title),
            "artist": .string(orNull: entry.artist),
            "album": .string(orNull: entry.album),
            "duration": .seconds(entry.duration),
            "url": .string(orNull: entry.url),
            "contextNumber": .int(orNull: entry.contextNumber),
            "similar": .bool(entry.isSimilar),
            "unavailable": .bool(entry.isMissing),
            "current": .bool(entry.isCurrent),
        ]
    }
}
