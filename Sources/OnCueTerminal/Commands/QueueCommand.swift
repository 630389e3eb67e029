// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// `oncue queue`
enum QueueCommand {
    static let command = Command(
        CommandDefinition(
            "queue", group: "Looking", summary: "Show or edit the queue.",
            discussion: """
                Entries are numbered from 1, in the order in which they are listed. Similar tracks that were added \
                automatically are marked ≈.

                JSON: total, offset, current (an index, or null), context {identifier, title, kind, count} (what it \
                was filled from, or null), duration and remaining (seconds of the entries whose length is known; \
                remaining counts from the current position), unknownDurations (the number of other entries), items [number, entry, identifier, title, artist, album, duration (seconds), \
                url, contextNumber, similar, unavailable, current]. Changes print the whole queue as it is afterwards; add puts \
                added [number, count, title, subtitle, kind] in front, with one item for everything it added.

                With -i, the full-screen program opens with the queue; see oncue(1), or press ? in it for the keys.
                """,
            options: Values.listing + [
                ListColumns.option,
                OptionDefinition(
                    "interactive", short: "i", description: "Open the full-screen program with the queue."),
            ],
            examples: [
                DocumentedTerm("oncue queue", "Show the queue."),
                DocumentedTerm("oncue queue -i", "Edit the queue in the full-screen program."),
                DocumentedTerm("oncue queue add Albums/Kind of Blue", "Add an album to the end."),
                DocumentedTerm("oncue queue move 7 1", "Make the seventh entry the first."),
                DocumentedTerm("oncue queue next 12", "Play the twelfth entry next."),
                DocumentedTerm("oncue queue remove 3 --json", "Remove the third entry and print the rest as JSON."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: [
            "list": list, "add": add, "remove": remove, "move": move, "play": play, "clear": clear, "back": back,
            "similar": similar,
        ].merging(QueueOrderCommands.handlers) { own, _ in own },
        show)

    private static let subcommands = ownSubcommands + QueueOrderCommands.definitions

    private static let ownSubcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "Show the queue.", options: Values.listing + [ListColumns.option],
            examples: [
                DocumentedTerm("oncue queue list --json", "Get the queue for a program."),
                DocumentedTerm("oncue queue list --columns title,plays,stars", "See how often each was played."),
            ]),
        CommandDefinition(
            "add", summary: "Add items to the queue, at the end unless --next or --at is given.",
            arguments: [ArgumentDefinition(Values.place, .oneOrMore, description: Values.placeDescription)],
            options: [
                Values.all, Values.next,
                OptionDefinition(
                    "at", value: ValueDefinition("N", kind: "an entry number", expected: "a number from 1"),
                    description: "Insert at this number; one more than the number of entries adds to the end."),
                Values.json,
            ],
            examples: [
                DocumentedTerm("oncue queue add ~/Music/song.flac", "Add a file to the end."),
                DocumentedTerm("oncue queue add --at 1 /1/1/2", "Insert an album at the beginning."),
                DocumentedTerm("oncue queue add --next /1/1/2", "Play an album after the current track."),
                DocumentedTerm(
                    "ls *.ogg | oncue queue add -", "Add the files that another program lists, as one change."),
            ]),
        CommandDefinition(
            "remove", aliases: ["rm", "delete", "del"], summary: "Remove entries.",
            arguments: [EntryNumbers.argument("oncue queue")], options: [Removal.dryRun, Values.json],
            examples: [
                DocumentedTerm("oncue queue remove 3", "Remove the third entry."),
                DocumentedTerm("oncue queue remove 3-7 12", "Remove six entries; oncue undo brings all of them back."),
            ]),
        CommandDefinition(
            "move", summary: "Move entries to another position.",
            arguments: [
                EntryNumbers.movedArgument("oncue queue"),
                Values.entryArgument("M", "The new number of the first; a number beyond the last entry means the end."),
            ],
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue queue move 7 1", "Make the seventh entry the first."),
                DocumentedTerm("oncue queue move 3-7,12 1", "Move six entries to the beginning."),
            ]),
        CommandDefinition(
            "play", summary: "Play an entry.",
            arguments: [Values.entryArgument("N", "The entry's number.")], options: [Values.json],
            examples: [DocumentedTerm("oncue queue play 2", "Play the second entry.")]),
        CommandDefinition(
            "clear", summary: "Remove all entries.", options: [Removal.dryRun, Values.json],
            examples: [DocumentedTerm("oncue queue clear", "Empty the queue.")]),
        CommandDefinition(
            "back", summary: "Return to the queue that oncue play --interrupt set aside.", options: [Values.json],
            examples: [DocumentedTerm("oncue queue back", "Drop the current queue and return to the one before.")]),
        CommandDefinition(
            "similar", summary: "Set or show whether similar tracks follow the last entry.",
            discussion: "JSON: similar.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("SWITCH", kind: "a switch", allowed: ["on", "off"]), .optional,
                    description: "Without it, the setting is shown.")
            ],
            options: [Values.json],
            examples: [DocumentedTerm("oncue queue similar on", "Keep the music playing after the last entry.")]),
    ]

    // MARK: Actions

    private static let show: Command.Handler = { parsed, context in
        for option in ["limit", "offset", "json", "columns"] { try parsed.refuse("interactive", with: option) }
        if parsed.has("interactive") { return try await AppOpening.queue(context) }
        try await list(parsed, context)
    }

    /// Returns the title that a station in the page is announcing.
    private static func song(_ page: QueuePage, _ context: CommandContext) async -> String? {
        // Only an entry without a length can be a station.
        guard page.entries.contains(where: { $0.isCurrent && $0.duration == nil && !$0.isMissing }) else { return nil }
        return try? await context.service.nowPlaying().entry?.streamTitle
    }

    private static let list: Command.Handler = { parsed, context in
        let screen = context.console.dataScreen
        let (offset, limit) = try parsed.range(screen)
        let columns = try ListColumns(parsed)
        let page = try await pages(offset, limit, context)
        let known = page.entries.map(\.identifier).filter { !$0.isEmpty }
        let facts = columns == nil ? nil : try await ListColumns.facts(known, context)
        if parsed.has("json") {
            let time = try await context.service.queueTime()
            return context.console.write(QueueView.json(page, time: time, facts: facts))
        }
        if let columns, let facts {
            context.console.write(lines: QueueView.lines(page, columns, facts, screen: screen))
        } else {
            context.console.write(lines: QueueView.lines(page, song: await song(page, context), screen: screen))
        }
        if screen.isTerminal, let source = page.context { context.console.tell("From: " + ContextPhrase.name(source)) }
        if screen.isTerminal, page.total > 0 {
            context.console.tell(QueueView.sentence(page, try await context.service.queueTime()))
        }
        let end = offset + page.entries.count
        if page.total == 0 {
            context.console.tell("The queue is empty; fill it with oncue play PLACE")
        } else if end < page.total, screen.isTerminal {
            context.console.tell("\(end) of \(page.total); --offset \(end) shows more")
        }
    }

    private static let add: Command.Handler = { parsed, context in
        try parsed.refuse("at", with: "next")
        let index = try parsed.integer("at", in: 1...Values.most).map { $0 - 1 }
        let enqueuing = Enqueuing(
            context: context, options: EnqueueOptions(isNext: parsed.has("next"), index: index))
        let outcome = try await enqueuing.run(try parsed.places())
        try await answer(parsed, context, added: [outcome.content].compactMap(\.self))
        try outcome.finish()
    }

    private static let remove: Command.Handler = { parsed, context in
        let entries = try await entries(try EntryNumbers(parsed), context)
        let phrase = EntryNumbers.phrase(entries.map(\.title))
        if Removal.isDry("remove \(phrase) from the queue", parsed, context) { return }
        if entries.count == 1 {
            try await context.service.perform(.removeEntry(entries[0].id))
        } else {
            try await context.service.perform(.removeEntries(entries.map(\.id)))
        }
        context.console.tell("Removed \(phrase) from the queue")
        try await answer(parsed, context)
    }

    private static let move: Command.Handler = { parsed, context in
        let target = try parsed.required("M", Values.positive)
        let entries = try await entries(try EntryNumbers(parsed), context)
        let total = try await context.service.queue(offset: 0, limit: 1).total
        if entries.count == 1 {
            try await context.service.perform(.moveEntry(entries[0].id, to: target - 1))
        } else {
            try await context.service.perform(.moveEntries(entries.map(\.id), to: target - 1))
        }
        // A position after the end means the end.
        let first = min(target, max(1, total - entries.count + 1))
        context.console.tell("Moved \(EntryNumbers.phrase(entries.map(\.title))) to number \(first)")
        try await answer(parsed, context)
    }

    private static let play: Command.Handler = { parsed, context in
        let (entry, _) = try await entry(try parsed.required("N", Values.positive), context.service)
        try await context.service.perform(.playEntry(entry.id))
        try await NowPlayingLine.tell(context)
        try await answer(parsed, context)
    }

    private static let clear: Command.Handler = { parsed, context in
        if parsed.has("dry-run") {
            let total = try await context.service.queue(offset: 0, limit: 1).total
            _ = Removal.isDry(
                "remove \(ContentPhrase.count(total, "entry", plural: "entries")) from the queue", parsed, context)
            return
        }
        try await context.service.perform(.clearQueue)
        context.console.tell("The queue is empty; oncue undo brings it back")
        try await answer(parsed, context)
    }

    private static let back: Command.Handler = { parsed, context in
        try await context.service.perform(.goBack)
        try await NowPlayingLine.tell(context)
        try await answer(parsed, context)
    }

    private static let similar: Command.Handler = { parsed, context in
        var isWanted = parsed.argument("SWITCH").map { $0 == "on" }
        if let isWanted {
            try await context.service.perform(.setSimilar(isWanted))
            if !parsed.has("json") {
                return context.console.tell(
                    isWanted ? "Similar tracks will follow the last entry" : "Playback will end with the last entry")
            }
        } else {
            isWanted = try await context.service.nowPlaying().goesOnWithSimilar
        }
        if parsed.has("json") { return context.console.write(["similar": .bool(isWanted == true)]) }
        context.console.write(lines: [isWanted == true ? "on" : "off"])
    }

    /// Writes the queue after a change, if JSON is requested.
    static func answer(
        _ parsed: ParsedCommand, _ context: CommandContext, added: [PlayedContent]? = nil
    ) async throws {
        guard parsed.has("json") else { return }
        let time = try await context.service.queueTime()
        context.console.write(QueueView.json(try await pages(0, Values.most, context), time: time, added: added))
    }

    /// Returns the entries with some numbers.
    ///
    /// - Throws: ``CommandFailure`` if there are fewer.
    static func entries(_ numbers: EntryNumbers, _ context: CommandContext) async throws -> [QueuePage.Entry] {
        var entries: [QueuePage.Entry] = []
        for range in numbers.ranges {
            let page = try await pages(range.lowerBound, range.count, context)
            try numbers.check(total: page.total, of: "the queue")
            entries += page.entries
        }
        return entries
    }

    /// Returns the entry with a number, and the total number; the entry's stable id keeps later requests correct if the
    /// queue changes meanwhile.
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
        _ offset: Int, _ limit: Int, _ context: CommandContext
    ) async throws(ClientError) -> QueuePage {
        let service = context.service
        var page = try await service.queue(offset: offset, limit: min(limit, PageLimit.largest))
        while page.entries.count < limit, offset + page.entries.count < page.total {
            let rest = min(limit - page.entries.count, PageLimit.largest)
            let next = try await service.queue(offset: offset + page.entries.count, limit: rest)
            guard !next.entries.isEmpty else { break }
            page.entries += next.entries
        }
        return page.markingMissing(context.files)
    }
}

extension QueuePage {
    /// Returns the page, with entries marked whose files are missing. Blocks while their disks answer.
    func markingMissing(_ files: LocalFiles) -> QueuePage {
        var page = self
        for (place, entry) in entries.enumerated() {
            guard let file = entry.url.flatMap(MediaLocation.init(uri:))?.filePath else { continue }
            page.entries[place].isMissing = files.kind(of: file) == nil
        }
        return page
    }
}
