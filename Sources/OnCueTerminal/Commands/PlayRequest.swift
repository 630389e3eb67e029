// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore

/// Replaces the queue by what is at one place or at several.
struct PlayRequest {
    let context: CommandContext
    /// The track to begin with is one of the first place.
    let options: PlayOptions

    func run(_ words: [String]) async throws {
        let resolver = PlaceResolver(context)
        if let places = try resolver.places(words) { return try await run(places) }
        let place = try resolver.place(words)
        let played = try await PlaceResolver.asking(words) { () async throws(ClientError) in
            try await context.service.play(place, options)
        }
        // The service names a file by its file name; once it plays its title is known.
        let isFile = place.hasPrefix("file:") && played.kind == "file" && played.count == 1
        await tell(played, namesEntry: isFile, fallback: ContentPhrase.text(played))
    }

    /// Plays the first place that can be played; the others follow it.
    private func run(_ places: [NamedPlace]) async throws {
        var errands = PlaceErrands(context)
        var played: PlayedContent?
        var count = 0
        for place in places {
            let first = played == nil
            let content = try await errands.run(place) { text async throws(ClientError) in
                first
                    ? try await context.service.play(text, options)
                    : try await context.service.enqueue(text, EnqueueOptions())
            }
            guard let content else { continue }
            count += 1
            played = played ?? content
            if !first { played?.count += content.count }
        }
        if let played {
            let noun = places.allSatisfy(\.isFile) ? "file" : "place"
            await tell(played, namesEntry: true, fallback: ContentPhrase.count(count, noun))
        }
        try errands.finish(succeeded: count)
    }

    private func tell(_ played: PlayedContent, namesEntry: Bool, fallback: String) async {
        guard context.console.isTalkative else { return }
        let now = try? await context.service.nowPlaying()
        let phrase = namesEntry && options.waits ? ContentPhrase.text(now?.entry, count: played.count) : nil
        context.console.tell("Playing " + (phrase ?? fallback))
        if let now { Self.warnOfSilence(now, context.console) }
    }

    /// Says when the sound goes nowhere, which otherwise looks like a fault of the loudspeakers.
    private static func warnOfSilence(_ now: NowPlayingReport, _ console: Console) {
        if now.output?.isSilent == true {
            console.tell("There is no sound: the output is silent (no sound server, or silent by choice).")
        } else if now.isMuted {
            console.tell("The sound is muted; turn it on with: oncue volume unmute")
        }
    }
}
