// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueActivities
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import OnCueQuery
internal import TextOutput

/// An action on all results of a search.
struct SearchDeed {
    private enum Kind {
        case play
        case enqueue(isNext: Bool)
        case add(toPlaylist: String)
    }

    static let options = [
        OptionDefinition("play", description: "Play what is found."),
        OptionDefinition("next", description: "Add it to the queue, right after the current track."),
        OptionDefinition("append", short: "a", description: "Add it to the end of the queue."),
        OptionDefinition(
            "to", value: ValueDefinition("PLAYLIST", kind: "a playlist", completion: NameTopic.playlists.completion),
            description: "Add it to a playlist, which is created if there is none with this name."),
        OptionDefinition(
            "shuffle", short: "s", description: "Shuffle what is played or queued, this once. Alone, it plays."),
    ]

    private let kind: Kind
    private let isShuffled: Bool

    /// Creates the action; `nil` if the search is only shown.
    ///
    /// - Throws: `UsageError` for options that cannot be combined.
    init?(_ parsed: ParsedCommand) throws(UsageError) {
        let deeds = ["play", "next", "append", "to"]
        for (index, deed) in deeds.enumerated() {
            for other in deeds[(index + 1)...] { try parsed.refuse(deed, with: other) }
            for option in ["limit", "offset"] { try parsed.refuse(option, with: deed) }
        }
        try parsed.refuse("shuffle", with: "to")
        isShuffled = parsed.has("shuffle")
        for option in ["limit", "offset"] { try parsed.refuse(option, with: "shuffle") }
        if parsed.has("play") || isShuffled && !deeds.contains(where: parsed.has) {
            kind = .play
        } else if parsed.has("next") || parsed.has("append") {
            kind = .enqueue(isNext: parsed.has("next"))
        } else if let playlist = parsed.option("to") {
            kind = .add(toPlaylist: playlist)
        } else {
            return nil
        }
    }

    /// - Throws: ``CommandFailure`` for a mistake in the query, and if nothing is found.
    func run(_ words: String, _ parsed: ParsedCommand, _ context: CommandContext) async throws {
        try QueryCaret.check(words, context)
        do { try await perform(words, parsed, context) } catch let error as ClientError where error.isAbsence {
            // A search also shows these matches, but they cannot be played.
            guard let found = try? await context.service.searchForeign(words, limit: 1).first else { throw error }
            throw CommandFailure(
                .nothingFound,
                "nothing that plays matches \"\(TextLayout.truncate(words, to: 60))\"; go on with "
                    + "\"\(TextLayout.printable(found.title))\" of \(TextLayout.printable(found.programName)) with: oncue "
                    + "activities continue \(Removal.quoted(found.name.contentIdentifier.description))")
        }
    }

    private func perform(_ words: String, _ parsed: ParsedCommand, _ context: CommandContext) async throws {
        let place = [ContentPlace.searchPrefix + words]
        switch kind {
        case .play:
            let options = PlayOptions(shuffleMode: isShuffled ? .tracks : nil, waits: true)
            try await PlayRequest(context: context, options: options).run(place)
            if parsed.has("json") { context.console.write(try await context.service.nowPlaying().json) }
        case .enqueue(let isNext):
            let options = EnqueueOptions(isNext: isNext, isShuffled: isShuffled)
            let outcome = try await Enqueuing(context: context, options: options).run(place)
            try await QueueCommand.answer(parsed, context, added: [outcome.content].compactMap(\.self))
        case .add(let playlist):
            try await PlaylistCommand.add(place, to: playlist, at: nil, parsed, context)
        }
    }
}
