// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueQuery

/// `oncue query`
enum QueryCommand {
    static let command = Command(
        CommandDefinition(
            "query", group: "Looking", summary: "List, save and run saved queries.",
            discussion: """
                Saved queries appear as lists in For You (oncue browse "For You"). They are stored as lines NAME = \
                QUERY in ~/.config/oncue/queries.conf, which you can edit.

                JSON: total, offset, items [name, query, mistake (or null)]; save prints such an item, remove the list as it is \
                afterwards.
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue query save 'Long jazz' 'genre:jazz length:>10m'", "Save a query."),
                DocumentedTerm("oncue query run 'Long jazz'", "List its current matches."),
                DocumentedTerm("oncue play 'For You/Long jazz'", "Play its matches."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: ["list": list, "save": save, "remove": remove, "run": run], list)

    private static let name = ArgumentDefinition(
        ValueDefinition("NAME", completion: NameTopic.queries.completion), description: "The name of the query.")

    private static let subcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "List the saved queries.", options: [Values.json],
            examples: [DocumentedTerm("oncue query list", "List the saved queries.")]),
        CommandDefinition(
            "save", summary: "Save a query under a name.",
            arguments: [
                name,
                ArgumentDefinition(
                    ValueDefinition("QUERY", completion: NameTopic.fields.completion), .oneOrMore,
                    description: "The query; see oncue help search."),
            ],
            options: [Values.json],
            examples: [DocumentedTerm("oncue query save New 'added:<30d sort:-added'", "Save a query.")]),
        CommandDefinition(
            "remove", aliases: ["rm", "delete"], summary: "Move a saved query to the trash.", arguments: [name],
            options: [Removal.dryRun, Values.json],
            examples: [DocumentedTerm("oncue query remove New", "Remove the query New.")]),
        CommandDefinition(
            "run", summary: "List the current matches of a query.", arguments: [name], options: Values.listing,
            examples: [DocumentedTerm("oncue query run New --json", "Print the matches as JSON.")]),
    ]

    // MARK: Actions

    private static let list: Command.Handler = { parsed, context in
        let queries = try await context.service.savedQueries()
        if parsed.has("json") { return context.console.write(json(queries)) }
        let table = TextTable(
            columns: [.flexible(minimumWidth: 8), .flexible(minimumWidth: 16)], keptColumns: 1,
            rows: queries.map { [$0.name, $0.text] })
        let style = context.console.style
        context.console.write(
            lines: table.lines(width: context.console.dataScreen.tableWidth) { _, column, cell in
                column == 0 ? style.bold(cell) : cell
            })
        if queries.isEmpty { context.console.tell("No saved queries; save one with: oncue query save NAME QUERY") }
        for query in queries {
            if let mistake = mistake(query) { context.console.say("\(query.name): \(mistake)") }
        }
    }

    private static let save: Command.Handler = { parsed, context in
        let name = RawWords.printable(try parsed.required("NAME"))
        let text = RawWords.printable(ContentQuery.joined(parsed.arguments("QUERY")))
        try QueryCaret.check(text, context)
        let old = try await context.service.savedQueries().first { SavedQueryFile.isSame($0.name, name) }
        try await context.service.saveQuery(name, text)
        if parsed.has("json") {
            return context.console.write(json(SavedQuery(name: old?.name ?? name, text: text)))
        }
        if let old {
            let before = old.text == text ? "" : ", which was: \(old.text)"
            return context.console.tell("Updated query \"\(old.name)\"" + before)
        }
        context.console.tell("Saved query \"\(name)\"; list its matches with: oncue browse \"For You/\(name)\"")
    }

    private static let remove: Command.Handler = { parsed, context in
        let name = RawWords.printable(try parsed.required("NAME"))
        if parsed.has("dry-run") { _ = try await query(name, context) }
        if Removal.isDry("move the saved query \"\(name)\" to the trash", parsed, context) { return }
        try await context.service.removeQuery(name)
        if parsed.has("json") { return context.console.write(json(try await context.service.savedQueries())) }
        context.console.tell("Removed query \"\(name)\"" + Removal.restoring(name))
    }

    private static let run: Command.Handler = { parsed, context in
        let name = RawWords.printable(try parsed.required("NAME"))
        try await SearchCommand.show(try await query(name, context).text, parsed, context)
    }

    private static func query(_ name: String, _ context: CommandContext) async throws -> SavedQuery {
        let queries = try await context.service.savedQueries()
        guard let query = queries.first(where: { SavedQueryFile.isSame($0.name, name) }) else {
            throw CommandFailure(.nothingFound, "there is no saved query \"\(name)\"; list them with: oncue query list")
        }
        return query
    }

    // MARK: Values

    private static func mistake(_ query: SavedQuery) -> String? {
        do throws(ContentError) {
            _ = try ContentQuery(query.text)
            return nil
        } catch {
            return error.message
        }
    }

    private static func json(_ queries: [SavedQuery]) -> JSONValue {
        .listing(queries.map(json))
    }

    private static func json(_ query: SavedQuery) -> JSONValue {
        ["name": .string(query.name), "query": .string(query.text), "mistake": .string(orNull: mistake(query))]
    }
}
