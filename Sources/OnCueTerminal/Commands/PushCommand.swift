// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueInterface
internal import TextOutput

/// `oncue push`
enum PushCommand {
    static let command = Command(
        CommandDefinition(
            "push", group: "Looking", summary: "Receive messages of your own programs from anywhere.",
            discussion: """
                Messages come through UnifiedPush and need a distributor on this machine, such as KUnifiedPush. They are \
                encrypted from end to end, and can refresh, notify and suggest, but never play. Off until you switch it on.

                JSON: on, distributor, endpoint, p256dh and auth (the keys for senders), taken and refused (messages since \
                the start of oncued), problem (why the last was refused). Unknown values are null.
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue push on", "Register, and show the address."),
                DocumentedTerm("oncue push address --json", "Get the address and the keys for a sender."),
                DocumentedTerm("oncue push off", "Forget the keys, so that nothing can be sent any longer."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: ["on": on, "off": off, "address": address]
    ) { parsed, context in
        show(try await context.service.push(), parsed, context)
    }

    private static let subcommands = [
        CommandDefinition(
            "on", summary: "Register with the distributor, and show the address.", options: [Values.json],
            examples: [DocumentedTerm("oncue push on", "Receive messages.")]),
        CommandDefinition(
            "off", summary: "End the registration and forget the keys.", options: [Values.json],
            examples: [DocumentedTerm("oncue push off", "Receive none any longer.")]),
        CommandDefinition(
            "address", summary: "Show the address and the keys that senders need.", options: [Values.json],
            examples: [DocumentedTerm("oncue push address --json > receiver.json", "Save them for a sender.")]),
    ]

    private static let on: Command.Handler = { parsed, context in
        show(try await context.service.setPush(true), parsed, context)
    }

    private static let off: Command.Handler = { parsed, context in
        let status = try await context.service.setPush(false)
        if parsed.has("json") { return context.console.write(status.json) }
        context.console.tell("Push messages are off, and their keys are forgotten")
    }

    private static let address: Command.Handler = { parsed, context in
        let status = try await context.service.push()
        guard status.isOn, status.endpoint != nil else {
            throw CommandFailure(
                .nothingFound,
                status.isOn
                    ? "there is no address yet: \(status.problem ?? "the distributor has given none")"
                    : "push messages are off; switch them on with: oncue push on")
        }
        if parsed.has("json") { return context.console.write(status.json) }
        context.console.write(lines: LabeledTable.lines(keys(status), screen: context.console.dataScreen))
    }

    private static func show(_ status: PushStatus, _ parsed: ParsedCommand, _ context: CommandContext) {
        if parsed.has("json") { return context.console.write(status.json) }
        guard status.isOn else { return context.console.write(lines: ["Push messages are off"]) }
        var rows = [["Push messages", "on, through \(status.distributor ?? "no distributor")"]]
        rows += keys(status)
        rows.append(["Messages", "\(status.taken) carried out, \(status.refused) refused"])
        if let problem = status.problem { rows.append(["Problem", TextLayout.printable(problem)]) }
        context.console.write(lines: LabeledTable.lines(rows, screen: context.console.dataScreen))
    }

    private static func keys(_ status: PushStatus) -> [[String]] {
        [
            ["Address", TextLayout.printable(status.endpoint ?? "none yet")], ["p256dh", status.publicKey ?? ""],
            ["auth", status.authentication ?? ""],
        ]
    }
}
