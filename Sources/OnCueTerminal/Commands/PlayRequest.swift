// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// Replaces the queue with the contents of one place or several.
struct PlayRequest {
    let context: CommandContext
    /// The start track, if there is one, belongs to the first place.
    let options: PlayOptions

    func run(_ words: [String]) async throws {
        let outcome = try await PlaceOutcome(words, context) { places async throws(ClientError) in
            try await context.service.play(places, options)
        }
        if let content = outcome.content, content.fitted != nil {
            tellFitted(content)
        } else if let content = outcome.content {
            let isSeveral = outcome.placeCount > 1
            let fallback = isSeveral ? ContentPhrase.count(content.count, "track") : ContentPhrase.text(content)
            await tell(content, namesEntry: isSeveral, fallback: fallback)
        }
        try outcome.finish()
    }

    /// Plays items that the service chooses to fill the time in the options.
    func runUnnamed() async throws {
        tellFitted(try await context.service.play([""], options))
    }

    private func tellFitted(_ content: PlayedContent) {
        guard let fitted = content.fitted else { return }
        context.console.tell(FittedText.text(fitted, resumedAt: content.resumedAt))
    }

    private func tell(_ played: PlayedContent, namesEntry: Bool, fallback: String) async {
        guard context.console.isTalkative else { return }
        let now = try? await context.service.nowPlaying()
        context.console.tell(PlayPhrase.text(played, options, now, namesEntry: namesEntry, fallback: fallback))
        PlaceResolver(context).tellRunnerUp(played.runnerUp, played.naming)
        if let now { warn(of: played.newOutput, now) }
    }

    /// Warns if the output is silent, or if the sound was lowered for a new output, which otherwise looks like a fault
    /// of the loudspeakers.
    private func warn(of newOutput: String?, _ now: NowPlayingReport) {
        let console = context.console
        if now.output?.isSilent == true {
            console.tell("There is no sound: the output is silent (no sound server, or silent by choice).")
        } else if now.isMuted {
            console.tell("The sound is muted; turn it on with: oncue volume unmute")
        } else if let newOutput {
            let volume = Int((now.volume * 100).rounded())
            console.tell(
                TextLayout.printable(
                    "\"\(newOutput)\" was never used before, so it starts at \(volume)% volume; "
                        + "change it with: oncue volume 100"))
        }
    }
}
