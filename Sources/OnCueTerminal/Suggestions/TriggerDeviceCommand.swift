// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueInterface
internal import OnCueSuggestions
internal import TextOutput

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
                value: ValueDefinition(
                    "KIND", kind: "a kind", allowed: TriggerDevice.Kind.allCases.map(\.rawValue) + ["auto"]),
                description: "The kind of device; auto for what it reports itself."),
            RaisingWords.policy, RaisingWords.volumeLimit,
            OptionDefinition("forget", description: "Remove it from the known devices; what was learnt with it stays."),
            Removal.dryRun, Removal.yes, Values.json,
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
        try Removal.refuseOptions(without: "forget", parsed)
        if parsed.has("forget") { return try await forget(name, parsed, context) }
        let wish = try RaisingWords.wish(parsed, kind: parsed.option("kind").map { $0 == "auto" ? "" : $0 })
        if wish != TriggerWish() { try await context.service.setTriggerDevice(name, wish) }
        let devices = try await context.service.triggerDevices()
        let device = try device(name, in: devices)
        if parsed.has("json") { return context.console.write(TriggerView.json(device)) }
        context.console.write(lines: TriggerView.lines([device], context.console.dataScreen))
    }

    private static func forget(_ name: String, _ parsed: ParsedCommand, _ context: CommandContext) async throws {
        let devices = try await context.service.triggerDevices()
        let device = try device(name, in: devices)
        let title = "\"\(TextLayout.printable(device.name))\""
        let waiting = await WaitingNotifications(
            for: .device, [device.name, device.id], places: [], devices: devices.filter { $0.id != device.id }, context)
        guard
            try Removal.isConfirmed(
                "remove the device \(title) and its settings" + waiting.condition, parsed, context)
        else { return }
        try await context.service.forgetTriggerDevice(name)
        if parsed.has("json") { context.console.write(.listing([])) }
        context.console.tell("Removed device \(title); what was learnt with it stays")
        waiting.tell("it counts again once it connects", context)
    }

    /// - Throws: `nothingFound` if no device has this id or name.
    private static func device(
        _ name: String, in devices: [TriggerDeviceRecord]
    ) throws(CommandFailure) -> TriggerDeviceRecord {
        guard let found = devices.first(named: name) else {
            throw CommandFailure(
                .nothingFound,
                "there is no device \"\(TextLayout.printable(name))\"; list the known devices with: oncue triggers")
        }
        return found
    }
}

extension [TriggerDeviceRecord] {
    /// Returns the device with an id or a name, ignoring case, as the service finds it; of devices with the same name the
    /// one seen last.
    func first(named name: String) -> TriggerDeviceRecord? {
        first { $0.id == name } ?? first { $0.id == name.uppercased() }
            ?? first { $0.name.lowercased() == name.lowercased() }
    }
}
