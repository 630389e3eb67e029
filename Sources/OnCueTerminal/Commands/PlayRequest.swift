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
        let outcome = try await PlaceOutcome(words, context) { places async throws(ClientError) in
            try await context.service.play(places, options)
        }
        if let content = outcome.content {
            let isSeveral = outcome.placeCount > 1
            let fallback = isSeveral ? ContentPhrase.count(content.count, "track") : ContentPhrase.text(content)
            await tell(content, namesEntry: isSeveral, fallback: fallback)
        }
        try outcome.finish()
    }

    private func tell(_ played: PlayedContent, namesEntry: Bool, fallback: String) async {
        guard context.console.isTalkative else { return }
        let now = try? await context.service.nowPlaying()
        let phrase = namesEntry && options.waits ? ContentPhrase.text(now?.entry, count: played.count) : nil
        context.console.tell("Playing " + (phrase ?? fallback))
        PlaceResolver(context).tellRunnerUp(played.runnerUp, played.naming)
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
