// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueInterface
internal import OnCuePhrases

/// `oncue pin`
enum PinCommand {
    static let command = Command(
        CommandDefinition(
            "pin", group: "Suggestions",
            summary: "Pin something so that it is suggested first, or list pins and refusals.",
            discussion: """
                Pinned items are suggested before what you usually play. Without PLACE, the items that you have pinned \
                or refused for good are listed, as with the word list; oncue forget PLACE undoes either.

                JSON: total, offset, items [identifier, title, pinned, never, neverHere (devices and places)].
                """,
            arguments: [ArgumentDefinition(Values.place, .any, description: Values.placeDescription)],
            options: [Values.all, OptionDefinition("remove", description: "Unpin it."), Values.json],
            examples: [
                DocumentedTerm("oncue pin Podcasts/The Show", "Pin a podcast."),
                DocumentedTerm("oncue pin --remove album:7q2mbk4d9x1c", "Unpin an album."),
                DocumentedTerm("oncue pin", "List what is pinned and what is refused."),
            ])
    ) { parsed, context in
        let words = try parsed.places()
        // The word with which other commands list is accepted as well.
        let isList = words.count == 1 && words[0] == "list" && !parsed.has("remove")
        guard !words.isEmpty, !isList else {
            guard !parsed.has("remove") else {
                throw UsageError(.missingArgument, call: parsed.call, "--remove needs a PLACE")
            }
            return show(try await context.service.saidOfItems(), parsed, context)
        }
        let named = try await PlaceResolver(context).each(words) { place async throws(ClientError) in
            try await context.service.setPinned(place, !parsed.has("remove"))
        }
        if parsed.has("json") { return show(try await context.service.saidOfItems(), parsed, context) }
        context.console.tell((parsed.has("remove") ? "Unpinned " : "Pinned ") + ContentPhrase.subject(named))
    }

    private static func show(_ said: [SaidRecord], _ parsed: ParsedCommand, _ context: CommandContext) {
        if parsed.has("json") { return context.console.write(.listing(said.map(json))) }
        let screen = context.console.dataScreen
        let table = TextTable(
            columns: [.flexible(minimumWidth: 16), .flexible(minimumWidth: 12)], keptColumns: 2,
            rows: said.map { [$0.title, text($0)] })
        let style = Style(isOn: screen.usesColor)
        context.console.write(
            lines: table.lines(width: screen.tableWidth) { _, column, cell in column == 1 ? style.dim(cell) : cell })
        if said.isEmpty { context.console.tell("Nothing is pinned or refused") }
    }

    private static func text(_ said: SaidRecord) -> String {
        var parts: [String] = []
        if said.isPinned { parts.append("first") }
        if said.isNever { parts.append("never") }
        if !said.neverHere.isEmpty { parts.append("never for " + said.neverHere.joined(separator: ", ")) }
        return parts.joined(separator: "; ")
    }

    private static func json(_ said: SaidRecord) -> JSONValue {
        [
            "identifier": .string(said.identifier), "title": .string(said.title), "pinned": .bool(said.isPinned),
            "never": .bool(said.isNever), "neverHere": .strings(said.neverHere),
        ]
    }
}
