// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueInterface
internal import TextOutput

/// `oncue triggers`
enum TriggersCommand {
    static let command = Command(
        CommandDefinition(
            "triggers", aliases: ["trigger"], group: "Suggestions",
            summary: "Show what can trigger suggestions, and set devices and times.",
            discussion: """
                Sources notice headphones, cars, networks and positions; devices are those seen so far. If a device \
                may be a car, say so: oncue triggers device NAME --kind car.

                With --watch, each event is one line, or with --json one object: time (seconds since 1970), source, \
                event, text. The event health means that the state of a source has changed.

                JSON: total, offset, items [source, state (off, starting, working, absent or failing), detail], \
                devices [id, name, kind, said, ambiguous, heard, policy (null for the usual one), volumeLimit \
                (percent, or null), lastSeen (seconds since 1970)], times [name, time, days (none for every day), next \
                (seconds since 1970)].
                """,
            options: options,
            examples: [
                DocumentedTerm("oncue triggers", "Show sources, devices and times."),
                DocumentedTerm("oncue triggers --watch", "Watch events and what they trigger."),
                DocumentedTerm("oncue triggers device Passat --kind car", "Mark a device as a car."),
                DocumentedTerm(
                    "oncue triggers time morning 07:30 --days mon,tue", "Make suggestions at a time of day."),
            ],
            subcommands: [
                CommandDefinition(
                    "list", summary: "Show sources, devices and times.", options: options,
                    examples: [DocumentedTerm("oncue triggers list --json", "Show them as JSON.")]),
                TriggerDeviceCommand.definition, TriggerTimeCommand.definition,
            ], runsAlone: true),
        subcommands: ["list": list, "device": TriggerDeviceCommand.run, "time": TriggerTimeCommand.run], list)

    private static let options = [
        Values.json, OptionDefinition("watch", short: "w", description: "Show events as they happen, until Ctrl-C."),
    ]

    private static let list: Command.Handler = { parsed, context in
        if parsed.has("watch") { return try await TriggerWatch(context: context, isJSON: parsed.has("json")).run() }
        let service = context.service
        let sources = try await service.triggerSources()
        let devices = try await service.triggerDevices()
        let times = try await service.triggerTimes()
        if parsed.has("json") { return context.console.write(TriggerView.json(sources, devices, times)) }
        context.console.write(lines: TriggerView.lines(sources, devices, times, screen: context.console.dataScreen))
        for device in devices where device.isAmbiguous && !device.isSaid {
            let name = TextLayout.printable(device.name)
            context.console.tell("\(name) may be a car; if it is, run: oncue triggers device \(name) --kind car")
        }
    }
}
