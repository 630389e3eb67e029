// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue triggers device`
enum TriggerDeviceCommand {
    static let definition = CommandDefinition(
        "device", summary: "Say what a device is, and what is to happen when it comes.",
        discussion: "Without options the device is shown. JSON: one of the devices of oncue triggers.",
        arguments: [
            ArgumentDefinition(
                RaisingWords.device, .oneOrMore,
                description: "The device, by its name or its id. Several words count as one.")
        ],
        options: [
            OptionDefinition(
                "kind",
                value: ValueDefinition("KIND", kind: "a kind", allowed: ["headphones", "car", "other", "auto"]),
                description: "What it is; auto for what it says itself."),
            RaisingWords.policy, RaisingWords.volumeLimit,
            OptionDefinition("forget", description: "It was never met; what was learnt with it stays."), Values.json,
        ],
        examples: [
            DocumentedTerm("oncue triggers device Passat --kind car", "Say that this is the car."),
            DocumentedTerm(
                "oncue triggers device Passat --policy resume --volume-limit 60%", "Go on by itself, not too loud."),
            DocumentedTerm("oncue triggers device \"Kitchen Box\" --policy ignore", "Suggest nothing for it."),
        ])

    static let run: Command.Handler = { parsed, context in
        let name = RaisingWords.name(parsed.arguments("NAME"))
        for option in ["kind", "policy", "volume-limit"] { try parsed.refuse("forget", with: option) }
        if parsed.has("forget") {
            try await context.service.forgetTriggerDevice(name)
            if parsed.has("json") { context.console.write(.listing([])) }
            return context.console.tell("Forgot the device \(name)")
        }
        let wish = try RaisingWords.wish(parsed, kind: parsed.option("kind").map { $0 == "auto" ? "" : $0 })
        if wish != TriggerWish() { try await context.service.setTriggerDevice(name, wish) }
        let devices = try await context.service.triggerDevices()
        guard let device = devices.first(where: { $0.id == name }) ?? devices.first(where: { $0.name == name }) else {
            throw CommandFailure(
                .nothingFound, "there is no device \"\(name)\"; oncue triggers shows those that were met")
        }
        if parsed.has("json") { return context.console.write(TriggerView.json(device)) }
        context.console.write(lines: TriggerView.lines([device], context.console.dataScreen))
    }
}
