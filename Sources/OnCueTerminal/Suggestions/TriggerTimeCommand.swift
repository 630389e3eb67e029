// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue triggers time`
enum TriggerTimeCommand {
    static let definition = CommandDefinition(
        "time", summary: "Ask for suggestions at a time of day, or no more.",
        discussion: "A time with the same name is replaced. JSON: total, offset, items as the times of oncue triggers.",
        arguments: [
            ArgumentDefinition(
                ValueDefinition(
                    "NAME", kind: "a name", expected: "a name such as morning", completion: CompleteWordsCommand.times),
                description: "What the time is called."),
            ArgumentDefinition(
                ValueDefinition("HH:MM", kind: "a time of day", expected: "a time such as 07:30"), .optional,
                description: "When."),
        ],
        options: [
            OptionDefinition(
                "days", value: ValueDefinition("DAYS", kind: "days", expected: "mon, tue, …, sun with commas"),
                description: "Only on these days."),
            OptionDefinition("remove", description: "Ask for it no more."), Values.json,
        ],
        examples: [
            DocumentedTerm("oncue triggers time morning 07:30", "Suggest something every morning."),
            DocumentedTerm("oncue triggers time gym 18:00 --days tue,thu", "Only on two days."),
            DocumentedTerm("oncue triggers time gym --remove", "No more."),
        ])

    static let run: Command.Handler = { parsed, context in
        let name = RawWords.printable(try parsed.required("NAME"))
        try parsed.refuse("remove", with: "days")
        let minute = try parsed.argument("HH:MM", { ClockText.minute($0) })
        let days = try parsed.option("days", ClockText.days) ?? []
        if parsed.has("remove") {
            guard minute == nil else {
                throw UsageError(.unexpectedArgument, call: parsed.call, "--remove takes no time of day")
            }
            try await context.service.removeTriggerTime(name)
            if !parsed.has("json") { return context.console.tell("Nothing is suggested at \(name) any more") }
        } else {
            guard let minute else {
                throw UsageError(.missingArgument, call: parsed.call, "missing HH:MM, the time of day")
            }
            try await context.service.addTriggerTime(name, minute: minute, days: days)
        }
        try await show(name, parsed, context)
    }

    private static func show(_ name: String, _ parsed: ParsedCommand, _ context: CommandContext) async throws {
        let times = try await context.service.triggerTimes()
        if parsed.has("json") { return context.console.write(.listing(times.map(TriggerView.json))) }
        let named = times.filter { $0.name == name }
        context.console.write(lines: TriggerView.lines(named, context.console.dataScreen))
    }
}
