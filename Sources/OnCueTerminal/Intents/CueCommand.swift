// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueIntents
internal import OnCueInterface
internal import OnCuePhrases
internal import OnCueSuggestions
internal import TextOutput

/// `oncue cue`
enum CueCommand {
    static let command = Command(
        CommandDefinition(
            "cue", group: "Shortcuts", summary: "Let a shortcut be offered or performed at an occasion.",
            discussion: """
                OCCASION has days (weekdays, weekends, mon,wed), a part of the day (07:00..09:00) or a time (07:30), what \
                happens (headphones, car, unlock, wake, boot, arriving PLACE, leaving PLACE, leaving car), and \
                conditions (at PLACE, with DEVICE, trip, to PLACE), in any order. Without anything that happens, it is \
                the connecting of the device, the begin of the part of the day, or the arrival. Names of several words \
                are in quotes.

                A shortcut is offered, first among the suggestions. With --perform it is done without being chosen, \
                in the place of an offer: not in quiet hours or a call, not while something plays (unless it plays \
                nothing itself), once within the cool-down, and at most at --volume-limit. oncue simulate shows which \
                cues would act, and why others step aside.

                Cues are kept in ~/.config/oncue/shortcuts.json beside the shortcuts.

                JSON: total, offset, items [name, when, run, perform, volumeLimit (percent or null), coolDown (seconds or null)]; of remove removed.
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm(
                    "oncue cue add \"weekdays 07:00..09:00 car\" run Morning",
                    "Offer the shortcut Morning in the car on working days."),
                DocumentedTerm("oncue cue add \"22:30 at home\" run \"Good night\" --perform", "Do it at that time."),
                DocumentedTerm("oncue simulate car --at \"Mon 08:10\" --dry-run", "See what would happen."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: ["list": list, "add": add, "remove": remove], list)

    private static let name = ValueDefinition(
        "NAME", kind: "a cue", expected: "its name, as oncue cue shows it", completion: NameTopic.cues.completion)

    private static let subcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "List your cues.", options: [Values.json],
            examples: [DocumentedTerm("oncue cue list --json", "For a program.")]),
        CommandDefinition(
            "add", aliases: ["set", "edit"], summary: "Add a cue; one of this name is replaced.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("OCCASION", kind: "an occasion", expected: Occasion.expected),
                    description: "The occasion."),
                ArgumentDefinition(
                    ValueDefinition("run", kind: "a word", allowed: ["run"]), description: "The word run."),
                ArgumentDefinition(
                    ValueDefinition(
                        "SHORTCUT", kind: "a shortcut", expected: "its name", completion: NameTopic.shortcuts.completion
                    ),
                    description: "What is offered or performed."),
            ],
            options: [
                OptionDefinition(
                    "name", value: name, description: "The name of the cue. Default: that of the shortcut."),
                OptionDefinition("perform", description: "Perform it without being asked."),
                RaisingWords.volumeLimit,
                OptionDefinition(
                    "cool-down",
                    value: ValueDefinition("TIME", kind: "a time", expected: "30m, 2h or 1h30m"),
                    description: "Do not perform it again for so long. Default: as oncue suggestions settings."),
                Values.json,
            ],
            examples: [
                DocumentedTerm(
                    "oncue cue add \"weekdays 07:00..09:00 car\" run Morning --perform --volume-limit 40%",
                    "Perform it, not too loud.")
            ]),
        CommandDefinition(
            "remove", aliases: ["rm", "delete"], summary: "Remove a cue; its shortcut stays.",
            arguments: [ArgumentDefinition(name, description: "The cue.")], options: Removal.options + [Values.json],
            examples: [DocumentedTerm("oncue cue remove Morning", "Remove it.")]),
    ]

    private static let list: Command.Handler = { parsed, context in
        let cues = try await context.service.cues()
        if parsed.has("json") { return context.console.write(.listing(cues.map(json))) }
        let style = context.console.style
        let rows = cues.map { cue in
            [cue.name, cue.occasion, action(cue)].map(TextLayout.printable)
        }
        let table = TextTable(
            columns: [.flexible(minimumWidth: 10), .flexible(minimumWidth: 16), .flexible(minimumWidth: 16)],
            keptColumns: 3, rows: rows)
        context.console.write(
            lines: table.lines(width: context.console.dataScreen.tableWidth) { _, column, cell in
                column == 0 ? style.bold(cell) : cell
            })
        if cues.isEmpty {
            context.console.tell("No cues; add one with: oncue cue add \"weekdays 07:00..09:00 car\" run SHORTCUT")
        }
    }

    private static func json(_ cue: CueRecord) -> JSONValue {
        [
            "name": .string(cue.name), "when": .string(cue.occasion), "run": .string(cue.shortcut),
            "perform": .bool(cue.isPerformed), "volumeLimit": RaisingWords.json(volumeLimit: cue.volumeLimit),
            "coolDown": cue.coolDown.map { .int(Int($0)) } ?? .null,
        ]
    }

    /// `performs "Morning", at most 40 %, again after 2 h`
    private static func action(_ cue: CueRecord) -> String {
        var words = ["\(cue.isPerformed ? "performs" : "offers") \"\(cue.shortcut)\""]
        if let limit = cue.volumeLimit { words.append(RaisingWords.text(policy: nil, volumeLimit: limit)) }
        if let coolDown = cue.coolDown { words.append("again after \(SpanText.words(.seconds(coolDown)))") }
        return words.joined(separator: ", ")
    }

    private static let add: Command.Handler = { parsed, context in
        for option in ["volume-limit", "cool-down"] where parsed.has(option) && !parsed.has("perform") {
            throw UsageError(
                .unexpectedValue, call: parsed.call, "--\(option) is for what is performed; add --perform")
        }
        let words = RawWords.printable(try parsed.required("SHORTCUT"))
        let shortcut = try await context.service.shortcuts().first { $0.isMeant(by: words) }?.name ?? words
        let coolDown = try parsed.option("cool-down") { SpanText.duration($0, unit: .seconds(60)) }
        let cue = CueRecord(
            parsed.option("name").map { RawWords.printable($0) } ?? shortcut,
            RawWords.printable(try parsed.required("OCCASION")), runs: shortcut, isPerformed: parsed.has("perform"),
            volumeLimit: try RaisingWords.volumeLimit(parsed),
            coolDown: coolDown?.components.seconds)
        let isNew = try await !context.service.cues().contains {
            TextFolding.fold($0.name) == TextFolding.fold(cue.name)
        }
        try await context.service.setCue(cue)
        if parsed.has("json") { return try await list(parsed, context) }
        let kept = try await context.service.cues().first { $0.name == cue.name } ?? cue
        context.console.tell(
            TextLayout.printable("\(isNew ? "" : "Changed: ")\(kept.name) \(action(kept)): \(kept.occasion)"))
        guard !isNew, !parsed.has("name") else { return }
        context.console.tell("A second cue for it needs a name of its own: --name")
    }

    private static let remove: Command.Handler = { parsed, context in
        let name = RawWords.printable(try parsed.required("NAME"))
        let isThere = try await context.service.cues().contains { TextFolding.fold($0.name) == TextFolding.fold(name) }
        guard try !isThere || Removal.isConfirmed("remove the cue \"\(name)\"", parsed, context) else { return }
        try await context.service.removeCue(name)
        if parsed.has("json") { return context.console.write(["removed": .int(1)]) }
        context.console.tell("Removed the cue \"\(TextLayout.printable(name))\"")
    }
}
