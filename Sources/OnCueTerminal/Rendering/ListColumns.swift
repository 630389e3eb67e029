// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// The columns requested with `--columns`.
struct ListColumns {
    /// One column.
    enum Column: String, CaseIterable {
        case title, artist, kind, length, plays, skips
        case lastPlayed = "last-played"
        case added, stars, identifier
    }

    static let option = OptionDefinition(
        "columns", short: "c",
        value: ValueDefinition(
            "COLUMNS", kind: "a column", expected: Column.allCases.map(\.rawValue).joined(separator: ", ")),
        description: "Show these columns, separated by commas: "
            + Column.allCases.map(\.rawValue).joined(separator: ", ")
            + ". With --json, items also have playCount, skipCount, lastPlayed and added.")

    let columns: [Column]

    /// Creates the columns; `nil` if none were requested.
    ///
    /// - Throws: `UsageError` for a column that does not exist.
    init?(_ parsed: ParsedCommand) throws(UsageError) {
        guard let text = parsed.option("columns") else { return nil }
        var columns: [Column] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let column = Column(rawValue: name.filter { $0 != " " }.lowercased()) else {
                throw parsed.invalid("columns", String(name))
            }
            columns.append(column)
        }
        self.columns = columns
    }

    // MARK: Facts

    /// The facts that the service has about items beyond their rows, by identifier.
    typealias Facts = [String: ListenedItem]

    /// Requests the facts about items.
    static func facts(_ identifiers: [String], _ context: CommandContext) async throws -> Facts {
        let records = try await records(Array(Set(identifiers)), context)
        return Dictionary(records.map { ($0.identifier.description, $0) }) { first, _ in first }
    }

    /// Requests the records of any number of items.
    static func records(_ identifiers: [String], _ context: CommandContext) async throws -> [ListenedItem] {
        var records: [ListenedItem] = []
        var rest = identifiers[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(PageLimit.largest))
            rest = rest.dropFirst(part.count)
            records += try await context.service.listeningRecords(of: part)
        }
        return records
    }

    /// Writes a listing in these columns, or as JSON with the facts in its items.
    ///
    /// - Parameters:
    ///   - json: The object of the listing, for JSON.
    ///   - isNumbered: Whether items are numbered instead of showing their index paths.
    func write(
        _ listing: ContentListing, as json: @autoclosure () -> JSONValue, isJSON: Bool, _ context: CommandContext,
        isNumbered: Bool = false
    ) async throws {
        let facts = try await Self.facts(listing.items.map(\.identifier), context)
        if isJSON { return context.console.write(Self.json(json(), listing, facts)) }
        let heads = listing.items.enumerated().map { index, item in
            isNumbered ? String(listing.offset + index + 1) : item.path ?? item.identifier
        }
        let screen = context.console.dataScreen
        context.console.write(lines: lines(listing.items, facts, heads: heads, isNumbered: isNumbered, screen: screen))
    }

    // MARK: Text

    /// Returns items in these columns.
    ///
    /// - Parameter heads: The first cell of each item: its index path, its number, or a time.
    func lines(
        _ items: [ContentRecord], _ facts: Facts, heads: [String], isNumbered: Bool = false, screen: Screen
    ) -> [String] {
        let rows = zip(heads, items).map { head, item in
            [head] + columns.map { text($0, item, facts[item.identifier]) }
        }
        let leading: TextTable.Column = .fixed(alignment: isNumbered ? .right : .left)
        let table = TextTable(
            columns: [leading] + columns.map(\.form), keptColumns: min(2, columns.count + 1), rows: rows)
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { row, column, cell in
            if items[row].isUnavailable { return style.dim(cell) }
            if column == 0 { return style.accent(cell) }
            return columns[column - 1] == .title && items[row].isContainer ? style.bold(cell) : cell
        }
    }

    private func text(_ column: Column, _ item: ContentRecord, _ facts: ListenedItem?) -> String {
        let record = facts?.record
        return switch column {
        case .title: ContentPhrase.title(of: item)
        case .artist: ContentPhrase.subtitle(of: item)
        case .kind: item.kind
        case .length: ContentPhrase.length(of: item)
        case .plays: record.map { String($0.playCount) } ?? ""
        case .skips: record.map { String($0.skipCount) } ?? ""
        case .lastPlayed: record?.lastPlayed.map { MomentText.text($0) } ?? (record == nil ? "" : "never")
        case .added: facts?.added.map { MomentText.text($0) } ?? ""
        case .stars: (record?.stars ?? item.stars).map(\.description) ?? ""
        case .identifier: item.identifier
        }
    }

    // MARK: JSON

    /// Returns the object of a listing, with the facts in its items.
    static func json(_ value: JSONValue, _ listing: ContentListing, _ facts: Facts) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(
            members.map { member in
                guard member.name == "items" else { return member }
                return JSONValue.Member("items", .array(listing.items.map { json($0, facts[$0.identifier]) }))
            })
    }

    private static func json(_ item: ContentRecord, _ facts: ListenedItem?) -> JSONValue {
        guard case .object(let members) = item.json else { return item.json }
        return .object(members + self.members(facts))
    }

    /// Returns the members that the facts about an item add to its object.
    static func members(_ facts: ListenedItem?) -> [JSONValue.Member] {
        let record = facts?.record
        return [
            JSONValue.Member("playCount", .int(orNull: record?.playCount)),
            JSONValue.Member("skipCount", .int(orNull: record?.skipCount)),
            JSONValue.Member("lastPlayed", .int(orNull: record?.lastPlayed.map { Int($0) })),
            JSONValue.Member("added", .int(orNull: facts?.added.map { Int($0) })),
        ]
    }
}

extension ListColumns.Column {
    fileprivate var form: TextTable.Column {
        switch self {
        case .title: .flexible(minimumWidth: 16)
        case .artist: .flexible(minimumWidth: 8)
        case .kind, .lastPlayed, .added, .identifier: .fixed()
        case .length, .plays, .skips, .stars: .fixed(alignment: .right)
        }
    }
}
