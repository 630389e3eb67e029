// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue stop`
enum StopCommand {
    static let command = Command(
        CommandDefinition(
            "stop", group: "Playing", summary: "Stop playing, now or after what plays; the queue stays.",
            options: [
                OptionDefinition("after", short: "a", description: "Stop when what plays has been heard, once."),
                OptionDefinition("go-on", description: "Take --after back."),
            ],
            examples: [
                DocumentedTerm("oncue stop", "Stop playing."),
                DocumentedTerm("oncue stop --after", "Hear this to its end, and nothing more."),
            ])
    ) { parsed, context in
        try parsed.refuse("after", with: "go-on")
        guard parsed.has("after") || parsed.has("go-on") else { return try await TransportCommands.run(.stop, context) }
        try await context.service.stopAfterEntry(parsed.has("after"))
        guard context.console.isTalkative else { return }
        let title = TextLayout.printable(try await context.service.nowPlaying().entry?.shownTitle ?? "this")
        context.console.tell(parsed.has("after") ? "Stops after \(title)" : "Goes on after \(title)")
    }
}
