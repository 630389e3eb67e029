// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue stop`
enum StopCommand {
    static let command = Command(
        CommandDefinition(
            "stop", group: "Playing", summary: "Stop playback, now or after the current track; the queue stays.",
            discussion: "JSON: as oncue now, after the change.",
            options: [
                OptionDefinition("after", short: "a", description: "Stop once at the end of the current track."),
                OptionDefinition("go-on", description: "Cancel --after."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue stop", "Stop now."),
                DocumentedTerm("oncue stop --after", "Stop after the current track."),
            ])
    ) { parsed, context in
        try parsed.refuse("after", with: "go-on")
        guard parsed.has("after") || parsed.has("go-on") else {
            return try await TransportCommands.run(.stop, parsed, context)
        }
        try await context.service.perform(.stopAfterEntry(parsed.has("after")))
        if parsed.has("json") { return context.console.write(try await context.service.nowPlaying().json) }
        guard context.console.isTalkative else { return }
        let title = TextLayout.printable(try await context.service.nowPlaying().entry?.shownTitle ?? "this")
        context.console.tell(
            parsed.has("after") ? "Playback will stop after \"\(title)\"" : "Playback will continue after \"\(title)\"")
    }
}
