// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// The sub-commands of `oncue queue` that change many entries at once, and those for its modes.
enum QueueOrderCommands {
    static let definitions = [
        CommandDefinition(
            "crop", summary: "Remove all entries but some; without N, all but the current one.",
            arguments: [EntryNumbers.argument("oncue queue", isOptional: true)],
            options: [Removal.dryRun, Values.json],
            examples: [
                DocumentedTerm("oncue queue crop", "Keep only the current track."),
                DocumentedTerm("oncue queue crop 3-7", "Keep five entries."),
            ]),
        CommandDefinition(
            "next", summary: "Play entries next, in this order, even while shuffled.",
            arguments: [EntryNumbers.argument("oncue queue")], options: [Values.json],
            examples: [DocumentedTerm("oncue queue next 12 5", "Play the twelfth entry next, and then the fifth.")]),
        CommandDefinition(
            "first", summary: "Play entries before all others, behind those that were put first before.",
            discussion: """
                Like next, but in the order of the commands: what you put first later plays later. While shuffled, \
                entries keep their place in the queue. A restart keeps the order and forgets which entries were put first.
                """,
            arguments: [EntryNumbers.argument("oncue queue")], options: [Values.json],
            examples: [DocumentedTerm("oncue queue first 12 5-7", "Play four entries before the others.")]),
        CommandDefinition(
            "sort", summary: "Put the entries into another order.",
            discussion: """
                artist sorts by artist, album, disc and track number; album by all of these but the artist. Entries \
                that lack the fact come last. The current track plays on.
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("ORDER", kind: "an order", allowed: TrackSorting.words),
                    description: "title, artist, album, duration or reverse.")
            ],
            options: [Values.json],
            examples: [DocumentedTerm("oncue queue sort artist", "Sort by artist, album and track number.")]),
        CommandDefinition(
            "shuffle", summary: "Put the entries into a random order, once.",
            discussion: "oncue shuffle on leaves the queue in its order and plays it at random.",
            options: [Values.json],
            examples: [DocumentedTerm("oncue queue shuffle", "Mix the queue itself.")]),
        CommandDefinition(
            "unique", aliases: ["dedupe"], summary: "Remove entries that are in the queue twice.",
            options: [Values.json],
            examples: [DocumentedTerm("oncue queue unique", "Keep each track once.")]),
        mode("single", "stops after every entry", "Stop after each track, with the next one ready."),
        mode("consume", "removes entries that were played", "Remove each track once it has been played."),
    ]

    static let handlers: [String: Command.Handler] = [
        "crop": crop, "next": next, "first": first, "sort": sort, "shuffle": shuffle, "unique": unique,
        "single": { try await setMode("single", $0, $1, { .setSingle($0) }, \.isSingle) },
        "consume": { try await setMode("consume", $0, $1, { .setConsuming($0) }, \.isConsuming) },
    ]

    private static func mode(_ name: String, _ effect: String, _ example: String) -> CommandDefinition {
        CommandDefinition(
            name, summary: "Set or show whether the queue \(effect).", discussion: "JSON: \(name).",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("SWITCH", kind: "a switch", allowed: ["on", "off"]), .optional,
                    description: "Without it, the setting is shown.")
            ],
            options: [Values.json], examples: [DocumentedTerm("oncue queue \(name) on", example)])
    }

    // MARK: Handlers

    private static let crop: Command.Handler = { parsed, context in
        var kept: [QueuePage.Entry]
        if parsed.arguments("N").isEmpty {
            let current = try await context.service.queue(offset: 0, limit: 1).current
            guard let current else { throw CommandFailure(.nothingFound, "the queue is empty") }
            kept = try await context.service.queue(offset: current, limit: 1).entries
        } else {
            kept = try await QueueCommand.entries(try EntryNumbers(parsed), context)
        }
        let phrase = EntryNumbers.phrase(kept.map(\.title))
        if Removal.isDry("remove all entries but \(phrase) from the queue", parsed, context) { return }
        let total = try await context.service.queue(offset: 0, limit: 1).total
        try await context.service.perform(.keepEntries(kept.map(\.id)))
        context.console.tell(
            "The queue has only \(phrase)" + (kept.count < total ? " now; oncue undo brings the others back" : ""))
        try await QueueCommand.answer(parsed, context)
    }

    private static let next: Command.Handler = { parsed, context in
        try await advance(parsed, context, "Next") { .playNext($0) }
    }

    private static let first: Command.Handler = { parsed, context in
        try await advance(parsed, context, "Before the others") { .playFirst($0) }
    }

    private static func advance(
        _ parsed: ParsedCommand, _ context: CommandContext, _ what: String,
        _ command: ([PlaybackQueue.EntryID]) -> PlaybackCommand
    ) async throws {
        var (entries, seen): ([QueuePage.Entry], Set<PlaybackQueue.EntryID>) = ([], [])
        // In the order of the words, without duplicates.
        for word in try EntryNumbers.words(parsed) {
            entries += try await QueueCommand.entries(EntryNumbers([word]), context).filter {
                seen.insert($0.id).inserted
            }
        }
        try await context.service.perform(command(entries.map(\.id)))
        context.console.tell("\(what): \(EntryNumbers.phrase(entries.map(\.title)))")
        try await QueueCommand.answer(parsed, context)
    }

    private static let sort: Command.Handler = { parsed, context in
        let sorting = try parsed.required("ORDER") { TrackSorting(rawValue: $0) }
        try await context.service.perform(.sortQueue(sorting))
        context.console.tell("Sorted the queue \(sorting.phrase)")
        try await QueueCommand.answer(parsed, context)
    }

    private static let shuffle: Command.Handler = { parsed, context in
        try await context.service.perform(.sortQueue(.random))
        context.console.tell("Shuffled the queue; oncue undo restores its order")
        try await QueueCommand.answer(parsed, context)
    }

    private static let unique: Command.Handler = { parsed, context in
        let before = try await context.service.queue(offset: 0, limit: 1).total
        try await context.service.perform(.removeDuplicates)
        let count = before - (try await context.service.queue(offset: 0, limit: 1).total)
        context.console.tell(
            count == 0
                ? "No track is in the queue twice"
                : "Removed \(ContentPhrase.count(count, "entry", plural: "entries")); oncue undo brings them back")
        try await QueueCommand.answer(parsed, context)
    }

    private static func setMode(
        _ name: String, _ parsed: ParsedCommand, _ context: CommandContext, _ command: (Bool) -> PlaybackCommand,
        _ value: (NowPlayingReport) -> Bool
    ) async throws {
        if let isWanted = parsed.argument("SWITCH").map({ $0 == "on" }) {
            try await context.service.perform(command(isWanted))
            if parsed.has("json") { return context.console.write(.object([.init(name, .bool(isWanted))])) }
            return context.console.tell(sentence(name, isWanted))
        }
        let isOn = value(try await context.service.nowPlaying())
        if parsed.has("json") { return context.console.write(.object([.init(name, .bool(isOn))])) }
        context.console.write(lines: [isOn ? "on" : "off"])
    }

    private static func sentence(_ name: String, _ isOn: Bool) -> String {
        switch (name, isOn) {
        case ("single", true): "Playback stops after every track"
        case ("single", false): "Playback continues from track to track"
        case (_, true): "Tracks leave the queue once they have been played"
        case (_, false): "Tracks stay in the queue after they have been played"
        }
    }
}

extension TrackSorting {
    /// The orders that can be named; a random order has a command of its own.
    static var words: [String] { allCases.filter { $0 != .random }.map(\.rawValue) }

    /// `by artist`
    var phrase: String {
        switch self {
        case .title, .artist, .album, .duration: "by \(rawValue)"
        case .reverse: "from the last entry to the first"
        case .random: "at random"
        }
    }
}
