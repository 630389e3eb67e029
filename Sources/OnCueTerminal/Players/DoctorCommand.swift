// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore

/// `oncue doctor`
enum DoctorCommand {
    static let command = Command(
        CommandDefinition(
            "doctor", group: "Looking",
            summary: "Look at what would stop you, and say what to do next.",
            discussion: """
                Looks at the message bus, the daemon (which is started if none runs), its folders, the clock, the sound \
                server, the formats that can be played, the folders of the library, the notification server, the \
                databases, and what triggers need: Bluetooth, networks, a position. Each is a line: ok, warning or failed, \
                how it is, and below it what to do next. Nothing is changed. A part that does not answer within 5 s is \
                told as failed; where the daemon does not start, all is told that can be seen without it.

                oncue doctor mpris examines OnCue, or any other player on the bus, point by point: its properties and their types, what plays, \
                commands, and what it tells. It takes some seconds. Volume, rate, shuffle, repeat, track, position, \
                status and the list of tracks are changed for a moment and set back, also after Ctrl-C; with --read-only \
                nothing is. Some players do not come back from Stop, drop what they play for an address that nobody can \
                open, or do not take out a track that was put into their list: with others than OnCue these are tried \
                with --thorough alone.

                oncue doctor triggers says of each source of triggers how it is, and what to do next where it is not well.

                Ends with 1 when something has failed. JSON, also of triggers: total, offset, items [name, verdict (ok, warning or \
                failed), detail, advice (both or null)]. JSON of mpris: player, identity, total, offset, items [section, point, \
                verdict (ok, warning, failed or skipped), detail (or null)].
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue doctor", "See what is missing, and how to get it."),
                DocumentedTerm(
                    "oncue doctor --json | jq -r '.items[] | select(.verdict != \"ok\") | .advice'",
                    "What there is to do."),
                DocumentedTerm("oncue doctor mpris", "Examine OnCue."),
                DocumentedTerm("oncue doctor triggers", "See why headphones or places raise nothing."),
            ],
            subcommands: [
                CommandDefinition(
                    "mpris", summary: "Examine a player.",
                    arguments: [
                        ArgumentDefinition(
                            ValueDefinition("PLAYER", kind: "a player", completion: CompleteWordsCommand.players),
                            .optional, description: "A name, as oncue players shows it; without one, OnCue.")
                    ],
                    options: [
                        OptionDefinition(
                            "read-only", description: "Change nothing, and leave out what needs a change."),
                        OptionDefinition(
                            "thorough", description: "Try as well what some players do not come back from."),
                        Values.json,
                    ],
                    examples: [
                        DocumentedTerm("oncue doctor mpris", "Examine OnCue."),
                        DocumentedTerm("oncue doctor mpris vlc --read-only", "Look at VLC."),
                    ]),
                CommandDefinition(
                    "triggers", summary: "Look at what triggers need on this machine.", options: [Values.json],
                    examples: [DocumentedTerm("oncue doctor triggers", "See why headphones or places raise nothing.")]),
            ], runsAlone: true),
        subcommands: ["mpris": mpris, "triggers": triggers], everything)

    private static let everything: Command.Handler = { parsed, context in
        try show(await context.service.health(), parsed, context.console)
    }

    private static let triggers: Command.Handler = { parsed, context in
        try show(TriggerChecks.checks(try await context.service.triggerSources()), parsed, context.console)
    }

    private static func show(_ checks: [HealthCheck], _ parsed: ParsedCommand, _ console: Console) throws {
        if parsed.has("json") {
            console.write(HealthView.json(checks))
        } else {
            console.write(lines: HealthView.lines(checks, screen: console.dataScreen))
            console.tell(HealthView.sentence(checks))
        }
        // Everything has been said.
        if checks.contains(where: { $0.verdict == .failed }) { throw CommandFailure(.failed, "") }
    }

    private static let mpris: Command.Handler = { parsed, context in
        let name = parsed.arguments("PLAYER").first ?? NowPlayingReport.service
        guard let selection = PlayerSelection(name) else {
            throw CommandFailure(.wrongWords, "say the name of a player, as oncue players shows it")
        }
        try parsed.refuse("read-only", with: "thorough")
        let listing = try await context.service.players { selection.includes($0) }
        guard let player = selection.choose(listing.players).first else {
            PlayerView.tell(listing.silent, context.console)
            throw CommandFailure(.nothingFound, "no player \"\(TextLayout.printable(name))\" is on the bus")
        }
        let isThorough = parsed.has("thorough") || player.name == NowPlayingReport.service
        let depth: ExaminationDepth = parsed.has("read-only") ? .readOnly : isThorough ? .thorough : .reversible
        let service = context.service
        let report = try await Interruption.cancelling { try await service.examine(player, depth) }
        if parsed.has("json") {
            context.console.write(ConformanceView.json(report))
        } else {
            context.console.write(lines: ConformanceView.lines(report, screen: context.console.dataScreen))
            context.console.tell(ConformanceView.sentence(report))
        }
        // Everything has been said.
        if report.count(.failed) > 0 { throw CommandFailure(.failed, "") }
    }
}
