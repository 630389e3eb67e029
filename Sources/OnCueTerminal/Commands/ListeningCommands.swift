// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore

/// `oncue favourite`
enum FavouriteCommand {
    static let command = Command(
        CommandDefinition(
            "favourite", group: "Looking", summary: "Make something a favourite; without a place, what plays now.",
            discussion: """
                Tracks, albums, artists, genres, composers, folders, playlists, podcasts, episodes and stations can be \
                favourites. For You/Favourites shows them, and so does oncue search favourite.
                """,
            arguments: [ArgumentDefinition(Values.place, .any, description: Values.placeDescription)],
            options: [OptionDefinition("remove", description: "It is none any more.")],
            examples: [
                DocumentedTerm("oncue favourite", "Like what plays now."),
                DocumentedTerm("oncue favourite Albums/Kind of Blue", "Like an album."),
                DocumentedTerm("oncue favourite --remove /1/2/5", "Like it no more."),
            ])
    ) { parsed, context in
        let words = parsed.arguments("PLACE")
        let named = try await PlaceResolver(context).each(words.isEmpty ? [playing(context)] : words) {
            place async throws(ClientError) in
            try await context.service.setFavourite(place, !parsed.has("remove"))
        }
        let items = ContentPhrase.subject(named)
        context.console.tell(
            parsed.has("remove") ? "Removed \(items) from your favourites" : "Added \(items) to your favourites")
    }

    /// The identifier of what plays now.
    static func playing(_ context: CommandContext) async throws -> String {
        guard let entry = try await context.service.nowPlaying().entry, !entry.identifier.isEmpty else {
            throw CommandFailure(.nothingFound, "nothing plays; say a PLACE")
        }
        return entry.identifier
    }
}

/// `oncue dislike`
enum DislikeCommand {
    static let command = Command(
        CommandDefinition(
            "dislike", group: "Looking",
            summary: "Note that you do not like something; without a place, what plays now.",
            discussion: "What is disliked is no favourite any more, and what becomes a favourite is not disliked.",
            arguments: [ArgumentDefinition(Values.place, .any, description: Values.placeDescription)],
            options: [OptionDefinition("remove", description: "It is not disliked any more.")],
            examples: [
                DocumentedTerm("oncue dislike", "Dislike what plays now."),
                DocumentedTerm("oncue dislike --remove /1/2/5", "Take it back."),
            ])
    ) { parsed, context in
        let words = parsed.arguments("PLACE")
        let named = try await PlaceResolver(context).each(
            words.isEmpty ? [FavouriteCommand.playing(context)] : words
        ) { place async throws(ClientError) in
            try await context.service.setDisliked(place, !parsed.has("remove"))
        }
        let items = ContentPhrase.subject(named)
        context.console.tell(
            parsed.has("remove") ? "Removed the dislike of \(items)" : "Marked \(items) as disliked")
    }
}

/// `oncue played`
enum PlayedCommand {
    static let command = Command(
        CommandDefinition(
            "played", group: "Looking", summary: "Mark something as played.",
            discussion: "A container stands for everything playable in it.",
            arguments: [ArgumentDefinition(Values.place, .oneOrMore, description: Values.placeDescription)],
            options: [OptionDefinition("not", description: "Mark it as not played; its plays are forgotten.")],
            examples: [
                DocumentedTerm("oncue played episode:7q2mbk4d9x1c", "Mark an episode."),
                DocumentedTerm("oncue played --not Albums/Kind of Blue", "As if it had never been heard."),
            ])
    ) { parsed, context in
        let words = parsed.arguments("PLACE")
        let named = try await PlaceResolver(context).each(words) { place async throws(ClientError) in
            try await context.service.setPlayed(place, !parsed.has("not"))
        }
        let items = ContentPhrase.subject(named)
        context.console.tell("Marked \(items) as \(parsed.has("not") ? "not played" : "played")")
    }
}
