// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue trash`
enum TrashCommand {
    static let command = Command(
        CommandDefinition(
            "trash", group: "Library", summary: "Show or restore deleted playlists, stations, podcasts and queries.",
            discussion: """
                Playlists, radio stations, podcasts and saved queries that were removed can be restored for 30 days. A \
                podcast keeps its episodes, positions and downloads.

                JSON: total, offset, items [number, kind (playlist, station, podcast or query), title, removed and \
                expires (seconds since 1970)]; restore answers with restored (such items), empty with removed.
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue trash", "Show what can be restored."),
                DocumentedTerm("oncue trash restore Evening", "Restore a playlist."),
                DocumentedTerm("oncue trash empty", "Remove everything in it for good."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: ["list": list, "restore": restore, "empty": empty], list)

    private static let subcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "Show what can be restored, the newest first.", options: [Values.json],
            examples: [DocumentedTerm("oncue trash list --json", "Get it for a program.")]),
        CommandDefinition(
            "restore", summary: "Put something back where it was.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition(
                        "ITEM", kind: "an item", expected: "a number or a name, as oncue trash shows it",
                        completion: NameTopic.trash.completion),
                    .oneOrMore,
                    description: "A number or a name, as oncue trash shows it. Several words count as one name.")
            ],
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue trash restore 1", "Restore what was deleted last."),
                DocumentedTerm("oncue trash restore Evening", "Restore a playlist by its name."),
            ]),
        CommandDefinition(
            "empty", summary: "Remove everything in it for good.", options: Removal.options + [Values.json],
            examples: [DocumentedTerm("oncue trash empty --yes", "Empty it without a question.")]),
    ]

    // MARK: Actions

    private static let list: Command.Handler = { parsed, context in
        let items = try await context.service.trash()
        if parsed.has("json") { return context.console.write(.listing(items.enumerated().map(json))) }
        context.console.write(lines: lines(items, screen: context.console.dataScreen))
        if items.isEmpty { context.console.tell("The trash is empty") }
    }

    private static let restore: Command.Handler = { parsed, context in
        let words = RawWords.printable(parsed.arguments("ITEM").joined(separator: " "))
        let items = try await context.service.trash()
        let place = try place(words, in: items)
        let item = items[place]
        try await context.service.restoreFromTrash(item.key)
        if parsed.has("json") { context.console.write(["restored": .array([json(place, item)])]) }
        context.console.tell("Restored \(phrase(item))")
    }

    private static let empty: Command.Handler = { parsed, context in
        let items = try await context.service.trash()
        guard !items.isEmpty else {
            if parsed.has("json") { context.console.write(["removed": .int(0)]) }
            return context.console.tell("The trash is empty")
        }
        let all = ContentPhrase.count(items.count, "item")
        guard try Removal.isConfirmed("remove \(all) in the trash for good", parsed, context) else {
            if parsed.has("dry-run") { context.console.write(lines: lines(items, screen: context.console.dataScreen)) }
            return
        }
        let count = try await context.service.emptyTrash()
        if parsed.has("json") { context.console.write(["removed": .int(count)]) }
        context.console.tell("Removed \(ContentPhrase.count(count, "item")) for good")
    }

    /// Returns the index of the item with a number or a name; of several with the same name, that of the newest.
    static func place(_ words: String, in items: [TrashItem]) throws(CommandFailure) -> Int {
        if let number = Values.positive(words), number <= items.count { return number - 1 }
        let folded = TextFolding.fold(words)
        guard let place = items.firstIndex(where: { TextFolding.fold($0.title) == folded }) else {
            throw CommandFailure(
                .nothingFound,
                "the trash does not have \"\(TextLayout.printable(words))\"; oncue trash shows what it has")
        }
        return place
    }

    // MARK: Values

    /// `playlist "Evening"`
    private static func phrase(_ item: TrashItem) -> String {
        "\(item.kind.rawValue) \"\(TextLayout.printable(item.title))\""
    }

    private static func lines(_ items: [TrashItem], screen: Screen) -> [String] {
        let rows = items.enumerated().map { index, item in
            [String(index + 1), item.title, item.kind.rawValue, MomentText.text(item.removed)]
        }
        let table = TextTable(
            columns: [.fixed(alignment: .right), .flexible(minimumWidth: 16), .fixed(), .fixed()], keptColumns: 2,
            rows: rows)
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { _, column, cell in
            switch column {
            case 0: style.accent(cell)
            case 1: cell
            default: style.dim(cell)
            }
        }
    }

    private static func json(_ index: Int, _ item: TrashItem) -> JSONValue {
        item.json(
            number: index + 1,
            ["key": .leftOut, "expires": .value(.int(Int(item.removed + TrashItem.lifetime)))])
    }
}
