// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore
internal import OnCueDoctor
internal import OnCueInterface
internal import PlayerControl
internal import TextOutput

/// `oncue doctor`
enum DoctorCommand {
    static let command = Command(
        CommandDefinition(
            "doctor", group: "Looking",
            summary: "Check the system for problems, with advice on how to fix them.",
            discussion: """
                Checks the message bus, the daemon (and starts it if necessary), its folders, the clock, the sound \
                server, the playable formats, the library's folders, the notification server, the databases, and what \
                triggers need: Bluetooth, networks, a position. Each check is a line with its verdict (ok, warning or \
                failed) and its state; the advice, if any, is on the next line. Nothing is changed. A check that takes \
                more than 5 s counts as failed; if the daemon does not start, the checks that work without it are \
                still made.

                oncue doctor mpris tests OnCue, or another player on the bus, point by point: its properties and their \
                types, its metadata, its commands and its signals. This takes a few seconds. Volume, rate, shuffle, \
                repeat, track, position, status and the track list are changed briefly and restored, even after \
                Ctrl-C; --read-only changes nothing. Some players do not recover from Stop, drop the current track \
                when given an address that cannot be opened, or do not remove a track that was added to their list, so \
                players other than OnCue are tested for these only with --thorough.

                oncue doctor triggers checks each source of triggers and advises on those that do not work. oncue doctor \
                shortcuts checks your shortcuts, the files in which programs declare tasks, whether these programs can \
                be asked, and which tasks would be suggested now.

                The exit status is 1 if a check failed. JSON, also of triggers and shortcuts: total, offset, items [name, verdict \
                (ok, warning or failed), detail, advice (both or null)]. JSON of mpris: player, identity, total, \
                offset, items [section, point, verdict (ok, warning, failed or skipped), detail (or null)].
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue doctor", "Find out what is missing and how to get it."),
                DocumentedTerm(
                    "oncue doctor --json | jq -r '.items[] | select(.verdict != \"ok\") | .advice'",
                    "Print only the advice."),
                DocumentedTerm("oncue doctor mpris", "Test OnCue."),
                DocumentedTerm(
                    "oncue doctor triggers", "Find out why headphones or places do not trigger suggestions."),
            ],
            subcommands: [
                CommandDefinition(
                    "mpris", summary: "Test a media player's MPRIS support.",
                    arguments: [
                        ArgumentDefinition(
                            ValueDefinition("PLAYER", kind: "a player", completion: NameTopic.players.completion),
                            .optional, description: "A name from oncue players. Default: OnCue.")
                    ],
                    options: [
                        OptionDefinition(
                            "read-only", description: "Change nothing, and skip the tests that need to."),
                        OptionDefinition(
                            "thorough", description: "Include tests that some players do not recover from."),
                        Values.json,
                    ],
                    examples: [
                        DocumentedTerm("oncue doctor mpris", "Test OnCue."),
                        DocumentedTerm("oncue doctor mpris vlc --read-only", "Test VLC without changing anything."),
                    ]),
                CommandDefinition(
                    "triggers", summary: "Check what triggers need on this machine.", options: [Values.json],
                    examples: [
                        DocumentedTerm(
                            "oncue doctor triggers", "Find out why headphones or places do not trigger suggestions.")
                    ]),
                CommandDefinition(
                    "shortcuts", summary: "Check shortcuts, and the tasks of programs.", options: [Values.json],
                    examples: [
                        DocumentedTerm(
                            "oncue doctor shortcuts", "Find out why a task is not there, or is not suggested.")
                    ]),
            ], runsAlone: true),
        subcommands: ["mpris": mpris, "triggers": triggers, "shortcuts": shortcuts], everything)

    private static let everything: Command.Handler = { parsed, context in
        try show(await context.service.health(), parsed, context.console)
    }

    private static let triggers: Command.Handler = { parsed, context in
        try show(TriggerChecks.checks(try await context.service.triggerSources()), parsed, context.console)
    }

    private static let shortcuts: Command.Handler = { parsed, context in
        try show(ShortcutChecks.checks(try await context.service.shortcutFacts()), parsed, context.console)
    }

    private static func show(_ checks: [HealthCheck], _ parsed: ParsedCommand, _ console: Console) throws {
        if parsed.has("json") {
            console.write(HealthView.json(checks))
        } else {
            console.write(lines: HealthView.lines(checks, screen: console.dataScreen))
            console.tell(HealthView.sentence(checks))
        }
        // The checks have already been printed.
        if checks.contains(where: { $0.verdict == .failed }) { throw CommandFailure(.failed, "") }
    }

    private static let mpris: Command.Handler = { parsed, context in
        let name = parsed.arguments("PLAYER").first ?? NowPlayingReport.service
        guard let selection = PlayerSelection(name) else {
            throw CommandFailure(.wrongWords, "name a player from oncue players")
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
        // The findings have already been printed.
        if report.count(.failed) > 0 { throw CommandFailure(.failed, "") }
    }
}
