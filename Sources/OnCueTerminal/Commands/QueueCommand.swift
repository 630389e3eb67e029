// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue queue`
enum QueueCommand {
    static let command = Command(
        CommandDefinition(
            "queue", group: "Looking", summary: "Show or change what plays next.",
            discussion: """
                Entries are numbered from 1, in the order in which the queue shows them. What follows because it is \
                similar has the mark ≈.

                JSON: total, offset, current (an index, or null), context {identifier, title, kind, count} (what it \
                was filled from, or null), items [number, entry, identifier, title, artist, album, duration (seconds), url, \
                contextNumber, similar, current]. Changes answer with the whole queue as it is afterwards; add puts \
                added [number, count, title, subtitle, kind] in front, with one item for each place.

                \(QueueKeys.help)
                """,
            options: Values.listing + [
                OptionDefinition("interactive", short: "i", description: "Change it with the keyboard and play.")
            ],
            examples: [
                DocumentedTerm("oncue queue", "Show the queue."),
                DocumentedTerm("oncue queue -i", "Change it with the keyboard."),
                DocumentedTerm("oncue queue add Albums/Kind of Blue", "Play an album after the rest."),
                DocumentedTerm("oncue queue move 7 1", "Make the seventh entry the first."),
                DocumentedTerm("oncue queue remove 3 --json", "Take out the third entry and get what is left."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: [
            "add": add, "remove": remove, "move": move, "play": play, "clear": clear, "back": back, "similar": similar,
        ],
        show)

    private static let subcommands = [
        CommandDefinition(
            "add", summary: "Put what is at a place into the queue, at the end unless told otherwise.",
            arguments: [ArgumentDefinition(Values.place, .oneOrMore, description: Values.placeDescription)],
            options: [
                Values.next,
                OptionDefinition(
                    "at", value: ValueDefinition("N", kind: "an entry number", expected: "a number from 1"),
                    description: "Put it in so that it begins at this number; one more than there are is the end."),
                Values.json,
            ],
            examples: [
                DocumentedTerm("oncue queue add ~/Music/song.flac", "Append a file."),
                DocumentedTerm("oncue queue add --at 1 /1/1/2", "Put an album at the beginning."),
                DocumentedTerm("oncue queue add --next /1/1/2", "Play an album after the track that plays."),
            ]),
        CommandDefinition(
            "remove", aliases: ["rm"], summary: "Take an entry out.",
            arguments: [Values.entryArgument("N", "The entry's number.")], options: [Values.json],
            examples: [DocumentedTerm("oncue queue remove 3", "Take out the third entry.")]),
        CommandDefinition(
            "move", summary: "Move an entry to another place.",
            arguments: [
                Values.entryArgument("N", "The entry's number."),
                Values.entryArgument("M", "The number that it gets; a larger one than there are means the end."),
            ],
            options: [Values.json],
            examples: [DocumentedTerm("oncue queue move 7 1", "Make the seventh entry the first.")]),
        CommandDefinition(
            "play", summary: "Play an entry.",
            arguments: [Values.entryArgument("N", "The entry's number.")], options: [Values.json],
            examples: [DocumentedTerm("oncue queue play 2", "Play the second entry.")]),
        CommandDefinition(
            "clear", summary: "Take everything out.", options: [Values.json],
            examples: [DocumentedTerm("oncue queue clear", "Empty the queue.")]),
        CommandDefinition(
            "back", summary: "Go on with the queue that oncue play --interrupt has wait.", options: [Values.json],
            examples: [DocumentedTerm("oncue queue back", "Give up what is played in between.")]),
        CommandDefinition(
            "similar", summary: "Set or show whether similar tracks follow when the queue has been heard.",
            discussion: "JSON: similar.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("SWITCH", kind: "a switch", allowed: ["on", "off"]), .optional,
                    description: "Without it the state is shown.")
            ],
            options: [Values.json],
            examples: [DocumentedTerm("oncue queue similar on", "Let the music go on after the last entry.")]),
    ]

    // MARK: What they do

    private static let show: Command.Handler = { parsed, context in
        for option in ["limit", "offset", "json"] { try parsed.refuse("interactive", with: option) }
        if parsed.has("interactive") { return try await QueueSession(context: context).run() }
        let screen = context.console.dataScreen
        let (offset, limit) = try parsed.range(screen)
        let page = try await pages(offset, limit, context.service)
        if parsed.has("json") { return context.console.write(QueueView.json(page)) }
        context.console.write(lines: QueueView.lines(page, screen: screen))
        if screen.isTerminal, let source = page.context { context.console.tell("From: " + ContextView.name(source)) }
        let end = offset + page.entries.count
        if page.total == 0 {
            context.console.tell("The queue is empty; oncue play PLACE fills it")
        } else if end < page.total, screen.isTerminal {
            context.console.tell("\(end) of \(page.total); --offset \(end) shows more")
        }
    }

    private static let add: Command.Handler = { parsed, context in
        try parsed.refuse("at", with: "next")
        let index = try parsed.integer("at", in: 1...Values.most).map { $0 - 1 }
        let enqueuing = Enqueuing(
            context: context, options: EnqueueOptions(isNext: parsed.has("next"), index: index))
        let (added, errands) = try await enqueuing.run(parsed.arguments("PLACE"))
        try await answer(parsed, context, added: added)
        try errands.finish(succeeded: added.count)
    }

    private static let remove: Command.Handler = { parsed, context in
        let (entry, _) = try await entry(try parsed.required("N", Values.positive), context.service)
        try await context.service.removeEntry(entry.id)
        context.console.tell("Removed " + TextLayout.printable(entry.title))
        try await answer(parsed, context)
    }

    private static let move: Command.Handler = { parsed, context in
        let target = try parsed.required("M", Values.positive)
        let (entry, total) = try await entry(try parsed.required("N", Values.positive), context.service)
        try await context.service.moveEntry(entry.id, to: target - 1)
        // A place behind the end is the end.
        context.console.tell("Moved \(TextLayout.printable(entry.title)) to number \(min(target, total))")
        try await answer(parsed, context)
    }

    private static let play: Command.Handler = { parsed, context in
        let (entry, _) = try await entry(try parsed.required("N", Values.positive), context.service)
        try await context.service.playEntry(entry.id)
        try await NowPlayingLine.tell(context)
        try await answer(parsed, context)
    }

    private static let clear: Command.Handler = { parsed, context in
        try await context.service.clearQueue()
        context.console.tell("The queue is empty")
        try await answer(parsed, context)
    }

    private static let back: Command.Handler = { parsed, context in
        try await context.service.goBack()
        try await NowPlayingLine.tell(context)
        try await answer(parsed, context)
    }

    private static let similar: Command.Handler = { parsed, context in
        var isWanted = parsed.argument("SWITCH").map { $0 == "on" }
        if let isWanted {
            try await context.service.setSimilar(isWanted)
            if !parsed.has("json") {
                return context.console.tell(isWanted ? "Goes on with similar tracks" : "Ends with the last entry")
            }
        } else {
            isWanted = try await context.service.nowPlaying().goesOnWithSimilar
        }
        if parsed.has("json") { return context.console.write(["similar": .bool(isWanted == true)]) }
        context.console.write(lines: [isWanted == true ? "on" : "off"])
    }

    /// Writes the queue after a change where JSON is wanted.
    private static func answer(
        _ parsed: ParsedCommand, _ context: CommandContext, added: [PlayedContent]? = nil
    ) async throws {
        guard parsed.has("json") else { return }
        context.console.write(QueueView.json(try await pages(0, Values.most, context.service), added: added))
    }

    /// The entry with a number, and the number of all entries; its stable id makes what follows safe when the queue
    /// changes meanwhile.
    private static func entry(
        _ number: Int, _ service: any MediaServiceClient
    ) async throws -> (QueuePage.Entry, total: Int) {
        let page = try await service.queue(offset: number - 1, limit: 1)
        guard let entry = page.entries.first else {
            let has = page.total == 0 ? "is empty" : "has \(page.total)"
            throw CommandFailure(.nothingFound, "no entry \(number): the queue \(has)")
        }
        return (entry, page.total)
    }

    private static func pages(
        _ offset: Int, _ limit: Int, _ service: any MediaServiceClient
    ) async throws(ClientError) -> QueuePage {
        var page = try await service.queue(offset: offset, limit: min(limit, QueuePage.limit))
        while page.entries.count < limit, offset + page.entries.count < page.total {
            let rest = min(limit - page.entries.count, QueuePage.limit)
            let next = try await service.queue(offset: offset + page.entries.count, limit: rest)
            guard !next.entries.isEmpty else { break }
            page.entries += next.entries
        }
        return page
    }
}
