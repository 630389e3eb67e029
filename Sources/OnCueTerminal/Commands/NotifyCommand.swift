// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// `oncue notify`
enum NotifyCommand {
    static let command = Command(
        CommandDefinition(
            "notify", group: "Playing", summary: "Set or show which desktop notifications are sent.",
            discussion: """
                Settings take effect at once and are saved.

                JSON: tracks (off, on or locked), controls.
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue notify", "Show the settings."),
                DocumentedTerm("oncue notify locked", "Announce each track, but only while the screen is locked."),
                DocumentedTerm("oncue notify controls on", "Keep playback controls on the lock screen."),
            ],
            subcommands: NotificationSettings.Tracks.allCases.map(definition) + [controls], runsAlone: true),
        subcommands: handlers
    ) { parsed, context in
        show(try await context.service.notifications(), parsed, context)
    }

    private static let controls = CommandDefinition(
        "controls", summary: "Turn playback controls on the lock screen on or off.",
        arguments: [
            ArgumentDefinition(
                ValueDefinition("SWITCH", kind: "a switch", allowed: ["on", "off"]),
                description: "Show the current track with its cover and buttons for previous, pause and next.")
        ],
        options: [Values.json],
        examples: [DocumentedTerm("oncue notify controls on", "Show controls on the lock screen.")])

    private static func definition(_ mode: NotificationSettings.Tracks) -> CommandDefinition {
        let summary =
            switch mode {
            case .off: "Do not announce tracks."
            case .on: "Announce each track, replacing the previous notification."
            case .locked: "Announce tracks only while the screen is locked."
            }
        return CommandDefinition(
            mode.rawValue, summary: summary, options: [Values.json],
            examples: [DocumentedTerm("oncue notify \(mode.rawValue)", summary)])
    }

    private static let handlers: [String: Command.Handler] = {
        var handlers: [String: Command.Handler] = [
            "controls": { parsed, context in
                let isOn = try parsed.required("SWITCH") { $0 == "on" ? true : $0 == "off" ? false : nil }
                let settings = try await context.service.setNotifications(NotificationChanges(controls: isOn))
                tell(settings, row: 1, parsed, context)
            }
        ]
        for mode in NotificationSettings.Tracks.allCases {
            handlers[mode.rawValue] = { parsed, context in
                let settings = try await context.service.setNotifications(NotificationChanges(tracks: mode))
                tell(settings, row: 0, parsed, context)
            }
        }
        return handlers
    }()

    // MARK: Answers

    private static func show(_ settings: NotificationSettings, _ parsed: ParsedCommand, _ context: CommandContext) {
        if parsed.has("json") { return context.console.write(settings.json) }
        context.console.write(lines: LabeledTable.lines(rows(settings), screen: context.console.dataScreen))
    }

    private static func tell(
        _ settings: NotificationSettings, row: Int, _ parsed: ParsedCommand, _ context: CommandContext
    ) {
        if parsed.has("json") { return context.console.write(settings.json) }
        let row = rows(settings)[row]
        context.console.tell(row[0] + ": " + row[1])
    }

    private static func rows(_ settings: NotificationSettings) -> [[String]] {
        let tracks =
            switch settings.tracks {
            case .off: "not announced"
            case .on: "announced"
            case .locked: "announced while the screen is locked"
            }
        return [
            ["Tracks", tracks], ["Controls", settings.controls ? "shown while the screen is locked" : "not shown"],
        ]
    }
}
