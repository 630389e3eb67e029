// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore

/// `oncue play`
enum PlayCommand {
    static let command = Command(
        CommandDefinition(
            "play", group: "Playing", summary: "Play what is at a place; without one, go on playing.",
            discussion: """
                The queue is replaced. Several files, as *.flac gives them, are all queued. The command ends when \
                sound starts, or with the reason why none does.
                """,
            arguments: [ArgumentDefinition(Values.place, .any, description: Values.placeDescription)],
            options: [
                OptionDefinition("shuffle", short: "s", description: "Shuffle the queue."),
                OptionDefinition("no-wait", description: "Do not wait until sound starts."),
            ],
            examples: [
                DocumentedTerm("oncue play ~/Music/Album", "Play a folder."),
                DocumentedTerm("oncue play kind of blue", "Play what the words find."),
                DocumentedTerm("oncue play /1/0", "Play what browse showed as /1/0."),
                DocumentedTerm("oncue play --shuffle Genres/Jazz", "Play a genre, shuffled."),
                DocumentedTerm("oncue play https://example.org/radio.ogg", "Play a stream."),
            ])
    ) { parsed, context in
        let words = parsed.arguments("PLACE")
        guard !words.isEmpty else {
            try await context.service.perform(.resume)
            return try await NowPlayingLine.tell(context)
        }
        let resolver = PlaceResolver(context)
        let files = resolver.filePlaces(words)
        let place = if let first = files?.first { first } else { try resolver.place(words) }
        let shuffle: Bool? = parsed.has("shuffle") ? true : nil
        let waits = !parsed.has("no-wait")
        var played = try await PlaceResolver.asking(words) { () async throws(ClientError) in
            try await context.service.play(place, shuffle: shuffle, waits: waits)
        }
        for file in files?.dropFirst() ?? [] { played.count += try await context.service.enqueue(file).count }
        guard context.console.isTalkative else { return }
        let now = try? await context.service.nowPlaying()
        // The service names a file by its file name; once it plays its title is known.
        let isFile = files != nil || (place.hasPrefix("file:") && played.kind == "file" && played.count == 1)
        let phrase = isFile && waits ? ContentPhrase.text(now?.entry, count: played.count) : nil
        let fallback = files.map { ContentPhrase.count($0.count, "file") } ?? ContentPhrase.text(played)
        context.console.tell("Playing " + (phrase ?? fallback))
        if let now { warnOfSilence(now, context.console) }
    }

    /// Says when the sound goes nowhere, which otherwise looks like a fault of the loudspeakers.
    private static func warnOfSilence(_ now: NowPlayingReport, _ console: Console) {
        if now.output?.isSilent == true {
            console.tell("No sound is heard: the output is silent (no sound server, or chosen so).")
        } else if now.isMuted {
            console.tell("The sound is muted; oncue volume unmute turns it on.")
        }
    }
}
