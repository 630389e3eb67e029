// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing

/// A table with one of everything, near to what a player's client has.
enum SampleTable {
    static let place = ValueDefinition("PLACE", kind: "a place", completion: .dynamic("place"))

    static let player = CommandTable(
        program: "oncue", summary: "Play music from the terminal.",
        discussion: "OnCue plays a folder of music.\n\nThe daemon is started if none runs.", version: "1.2.3",
        commands: [play, pause, seek, volume, repeatMode, queue, library, search],
        globalOptions: [
            OptionDefinition(
                "color", value: ValueDefinition("WHEN", kind: "a colour mode", allowed: ["always", "auto", "never"]),
                description: "Use colours always, auto or never."),
            OptionDefinition("verbose", short: "v", description: "Say more; twice says most."),
        ],
        exitStatuses: [DocumentedTerm("0", "Done."), DocumentedTerm("2", "Wrong words.")],
        environment: [DocumentedTerm("NO_COLOR", "If set, no colours are used.")],
        examples: [DocumentedTerm("oncue play ~/Music", "Play a folder.")], completionCommand: ["complete-words"])

    static let server = CommandTable(
        program: "oncued", summary: "Serve music.", version: "1.2.3",
        arguments: [ArgumentDefinition("ROOT", .any, description: "Folders to serve.")],
        globalOptions: [
            OptionDefinition(
                "config", short: "c", value: ValueDefinition("FILE", completion: .files),
                description: "Read this configuration.")
        ])

    private static let json = OptionDefinition("json", short: "j", description: "Write JSON.")

    private static let play = CommandDefinition(
        "play", aliases: ["p"], group: "Playback", summary: "Play something, or go on playing.",
        arguments: [ArgumentDefinition(place, .any, description: "What to play.")],
        options: [OptionDefinition("wait", short: "w", description: "Return when sound is heard.")])

    private static let pause = CommandDefinition("pause", group: "Playback", summary: "Pause.")

    private static let seek = CommandDefinition(
        "seek", group: "Playback", summary: "Move within the track.",
        arguments: [
            ArgumentDefinition(
                ValueDefinition("POSITION", kind: "a position", expected: "1:30, 90, +10 or -10"),
                description: "Where to go.", acceptsNegativeNumbers: true)
        ],
        examples: [DocumentedTerm("oncue seek -10", "Hear the last ten seconds again.")])

    private static let volume = CommandDefinition(
        "volume", group: "Playback", summary: "Show or set the volume.",
        arguments: [
            ArgumentDefinition("LEVEL", .optional, description: "The level.", acceptsNegativeNumbers: true)
        ])

    private static let repeatMode = CommandDefinition(
        "repeat", group: "Playback", summary: "Repeat the track or the queue.",
        arguments: [
            ArgumentDefinition(
                ValueDefinition("MODE", kind: "a repeat mode", allowed: ["off", "one", "all"]),
                description: "What to repeat.")
        ])

    private static let queue = CommandDefinition(
        "queue", aliases: ["q"], group: "Queue", summary: "Show or change the queue.",
        options: [
            json,
            OptionDefinition("limit", short: "n", value: ValueDefinition("COUNT"), description: "Show this many."),
        ],
        subcommands: [
            CommandDefinition(
                "add", summary: "Add to the queue.",
                arguments: [ArgumentDefinition(place, .oneOrMore, description: "What to add.")],
                options: [
                    OptionDefinition("next", description: "Add after the current entry."),
                    OptionDefinition(
                        "tag", short: "t", value: ValueDefinition("TAG"), repeats: true, description: "Mark it."),
                ]),
            CommandDefinition(
                "move", summary: "Move an entry.",
                arguments: [
                    ArgumentDefinition("FROM", description: "The entry."),
                    ArgumentDefinition("TO", description: "Its new place."),
                ]),
            CommandDefinition("clear", summary: "Empty the queue.", options: [json]),
        ], runsAlone: true)

    private static let library = CommandDefinition(
        "library", group: "Library", summary: "Look after the library.",
        subcommands: [
            CommandDefinition(
                "add", summary: "Add a folder.",
                arguments: [
                    ArgumentDefinition(ValueDefinition("DIR", completion: .directories), description: "The folder.")
                ]),
            CommandDefinition("scan", summary: "Read what changed."),
        ])

    private static let search = CommandDefinition(
        "search", group: "Library", summary: "Find tracks, albums and artists.",
        arguments: [ArgumentDefinition("WORDS", .oneOrMore, description: "What to look for.")],
        options: [
            json,
            OptionDefinition(
                "limit", short: "n", value: ValueDefinition("COUNT", kind: "a number from 1 to 100"),
                description: "Find this many at most."),
        ])
}
