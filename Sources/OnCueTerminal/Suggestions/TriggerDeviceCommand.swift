// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue triggers device`
enum TriggerDeviceCommand {
    static let definition = CommandDefinition(
        "device", summary: "Set what a device is and what happens when it connects, or show it.",
        discussion: "Without options, the device is shown. JSON: one of the devices of oncue triggers.",
        arguments: [
            ArgumentDefinition(
                RaisingWords.device, .oneOrMore,
                description: "The name or id of the device. Several words need no quotes.")
        ],
        options: [
            OptionDefinition(
                "kind",
                value: ValueDefinition("KIND", kind: "a kind", allowed: ["headphones", "car", "other", "auto"]),
                description: "The kind of device; auto for what it reports itself."),
            RaisingWords.policy, RaisingWords.volumeLimit,
            OptionDefinition("forget", description: "Remove it from the known devices; what was learnt with it stays."),
            Values.json,
        ],
        examples: [
            DocumentedTerm("oncue triggers device Passat --kind car", "Mark a device as a car."),
            DocumentedTerm(
                "oncue triggers device Passat --policy resume --volume-limit 60%",
                "Resume automatically, at a moderate volume."),
            DocumentedTerm(
                "oncue triggers device \"Kitchen Box\" --policy ignore", "Make no suggestions for a device."),
        ])

    static let run: Command.Handler = { parsed, context in
        let name = RaisingWords.name(parsed.arguments("NAME"))
        for option in ["kind", "policy", "volume-limit"] { try parsed.refuse("forget", with: option) }
        if parsed.has("forget") {
            try await context.service.forgetTriggerDevice(name)
            if parsed.has("json") { context.console.write(.listing([])) }
            return context.console.tell("Removed device \"\(name)\"; what was learnt with it stays")
        }
        let wish = try RaisingWords.wish(parsed, kind: parsed.option("kind").map { $0 == "auto" ? "" : $0 })
        if wish != TriggerWish() { try await context.service.setTriggerDevice(name, wish) }
        let devices = try await context.service.triggerDevices()
        guard let device = devices.first(where: { $0.id == name }) ?? devices.first(where: { $0.name == name }) else {
            throw CommandFailure(
                .nothingFound, "there is no device \"\(name)\"; list the known devices with: oncue triggers")
        }
        if parsed.has("json") { return context.console.write(TriggerView.json(device)) }
        context.console.write(lines: TriggerView.lines([device], context.console.dataScreen))
    }
}
