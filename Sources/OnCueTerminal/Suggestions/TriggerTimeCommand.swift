// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueInterface
internal import TextOutput

/// `oncue triggers time`
enum TriggerTimeCommand {
    static let definition = CommandDefinition(
        "time", summary: "Set a time of day for suggestions, or remove it.",
        discussion: "A time with the same name is replaced. JSON: total, offset, items as in times of oncue triggers.",
        arguments: [
            ArgumentDefinition(
                ValueDefinition(
                    "NAME", kind: "a name", expected: "a name such as morning", completion: NameTopic.times.completion),
                description: "A name for the time."),
            ArgumentDefinition(
                ValueDefinition("HH:MM", kind: "a time of day", expected: "a time such as 07:30"), .optional,
                description: "The time of day."),
        ],
        options: [
            OptionDefinition(
                "days",
                value: ValueDefinition("DAYS", kind: "days", expected: "days from mon to sun, separated by commas"),
                description: "Only on these days."),
            OptionDefinition("remove", description: "Remove the time."), Removal.dryRun, Values.json,
        ],
        examples: [
            DocumentedTerm("oncue triggers time morning 07:30", "Make suggestions every morning."),
            DocumentedTerm("oncue triggers time gym 18:00 --days tue,thu", "Make suggestions on two days a week."),
            DocumentedTerm("oncue triggers time gym --remove", "Remove a time."),
        ])

    static let run: Command.Handler = { parsed, context in
        let name = RawWords.printable(try parsed.required("NAME"))
        try parsed.refuse("remove", with: "days")
        try Removal.refuseOptions(without: "remove", parsed)
        let minute = try parsed.argument("HH:MM", { ClockText.minute($0) })
        let days = try parsed.option("days", ClockText.days) ?? []
        if parsed.has("remove") {
            guard minute == nil else {
                throw UsageError(.unexpectedArgument, call: parsed.call, "--remove does not take a time of day")
            }
            let known = try await context.service.triggerTimes().first { $0.name == name }
            let title = "\"\(TextLayout.printable(name))\""
            if known != nil, Removal.isDry("remove the time \(title)", parsed, context) { return }
            try await context.service.removeTriggerTime(name)
            if !parsed.has("json") {
                let again = known.map { "; \(call($0)) adds it again" } ?? ""
                return context.console.tell("Removed time \(title)\(again)")
            }
        } else {
            guard let minute else {
                throw UsageError(.missingArgument, call: parsed.call, "missing HH:MM, the time of day")
            }
            try await context.service.addTriggerTime(name, minute: minute, days: days)
        }
        try await show(name, parsed, context)
    }

    /// Returns the command that adds a time.
    private static func call(_ time: TriggerTimeRecord) -> String {
        let days = time.days.isEmpty ? "" : " --days " + time.days.joined(separator: ",")
        return "oncue triggers time \(Removal.quoted(time.name)) \(ClockText.text(time.minute))\(days)"
    }

    private static func show(_ name: String, _ parsed: ParsedCommand, _ context: CommandContext) async throws {
        let times = try await context.service.triggerTimes()
        if parsed.has("json") { return context.console.write(.listing(times.map(TriggerView.json))) }
        let named = times.filter { $0.name == name }
        context.console.write(lines: TriggerView.lines(named, context.console.dataScreen))
    }
}
