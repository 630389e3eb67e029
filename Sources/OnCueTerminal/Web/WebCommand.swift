// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCuePhrases
internal import TextOutput
internal import WebAccess

/// `oncue web`
enum WebCommand {
    static let command = Command(
        CommandDefinition(
            "web", group: "Playback", summary: "Control playback from a phone, a tablet or any other browser.",
            discussion: """
                The page shows what is playing, the queue, the library, search, suggestions and outputs, as a lock screen, \
                for a car, or as a remote control. It is off until you switch it on. Without a sub-command, oncue web shows \
                the address with a QR code: scan it with a phone, and that device is paired. Each code pairs one device, \
                within a minute.

                JSON: serving, lasting (whether it is served again after the next login), port, network, plain, onlyAt (the \
                one address at which it is served, or null), hosts, addresses, total and items [name, paired, seen (seconds since 1970)] of the devices; while the page is \
                served, also address (with the code), code, and seconds (how long it can be used).
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue web on --network", "Serve the page in your network, encrypted."),
                DocumentedTerm("oncue web", "Pair a phone."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: ["on": on, "off": off, "devices": devices, "forget": forget], show)

    private static let subcommands = [
        CommandDefinition(
            "on", summary: "Serve the page.",
            discussion: """
                To this machine only, unless --network is given. In the network the page is encrypted with a certificate \
                that this machine makes; browsers warn of it until you install its authority, which the page offers at \
                /ca.crt. With --plain nothing is encrypted: everybody in the network can then read what is sent, and use a \
                paired device's rights.

                JSON: as oncue web, without a code.
                """,
            options: [
                OptionDefinition("network", description: "Let other machines in the network reach the page."),
                OptionDefinition(
                    "address",
                    value: ValueDefinition("ADDRESS", kind: "an address", expected: "an address such as 192.168.1.20"),
                    description: "Listen at this address of the machine only; the network there reaches the page."),
                OptionDefinition("plain", description: "Do not encrypt; only for networks that you trust."),
                OptionDefinition(
                    "port", value: ValueDefinition("PORT", kind: "a port", expected: "1 to 65535"),
                    description: "Use this port from now on. Default: \(WebSettings.usualPort)."),
                OptionDefinition(
                    "host",
                    value: ValueDefinition("NAME", kind: "a name", expected: "a name such as music.example.org"),
                    repeats: true,
                    description: "A further name of this machine; can be given several times. Default: those before."),
                Values.json,
            ],
            examples: [
                DocumentedTerm("oncue web on", "Serve the page to this machine only."),
                DocumentedTerm("oncue web on --network", "Serve it to phones and tablets, too."),
                DocumentedTerm("oncue web on --address 192.168.1.20", "Serve it to one of this machine's networks."),
            ]),
        CommandDefinition(
            "off", summary: "Do not serve the page any longer.",
            discussion: "Devices stay paired.\n\nJSON: as oncue web.", options: [Values.json],
            examples: [DocumentedTerm("oncue web off", "Close the port.")]),
        CommandDefinition(
            "devices", summary: "List the paired devices.",
            discussion: "JSON: as oncue web, without a code.", options: [Values.json],
            examples: [DocumentedTerm("oncue web devices", "See who may control playback.")]),
        CommandDefinition(
            "forget", summary: "Forget a paired device, which may do nothing from then on.",
            discussion: "Its page shows that at once.\n\nJSON: as oncue web, without a code.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("NAME", kind: "a device", expected: "a name from oncue web devices"), .any,
                    description: "The device.")
            ],
            options: [OptionDefinition("all", description: "Forget all of them."), Values.json],
            examples: [
                DocumentedTerm("oncue web forget Anna's phone", "End the pairing with a phone."),
                DocumentedTerm("oncue web forget --all", "Begin again."),
            ]),
    ]

    private static let show: Command.Handler = { parsed, context in
        let state = try await context.pages.state()
        guard state.isServing else {
            if parsed.has("json") { return context.console.write(json(state)) }
            return context.console.write(lines: [
                "The page is off; to serve it to this machine: oncue web on; to phones, too: oncue web on --network"
            ])
        }
        let pairing = try await context.pages.pairingCode()
        if parsed.has("json") { return context.console.write(json(state, pairing)) }
        let screen = context.console.dataScreen
        if screen.isTerminal { context.console.write(lines: QRPicture.lines(pairing.rows, screen: screen) + [""]) }
        context.console.write(lines: [pairing.address])
        context.console.tell("Scan or open it within \(pairing.seconds) seconds to pair one device")
        for note in notes(state) { context.console.tell(note) }
    }

    private static let on: Command.Handler = { parsed, context in
        let former = try await context.pages.state().settings
        var settings = former
        settings.isOnNetwork = parsed.has("network")
        settings.isPlain = parsed.has("plain")
        settings.address = try parsed.option("address") { HostRule.isAddress($0) ? $0 : nil } ?? ""
        if !settings.address.isEmpty { settings.isOnNetwork = !HostRule.isLoopback(settings.address) }
        if let port = try parsed.integer("port", in: 1...65_535) { settings.port = port }
        let hosts = parsed.options("host")
        if let wrong = hosts.first(where: { !HostRule.isName($0) }) { throw parsed.invalid("host", wrong) }
        if !hosts.isEmpty { settings.hosts = hosts }
        let state = try await context.pages.serve(settings)
        if parsed.has("json") { return context.console.write(json(state)) }
        let until = state.isLasting ? "" : ", until you log out; there is no service manager that would start it again"
        context.console.tell("The page is at \(state.addresses.first ?? "port \(state.settings.port)")\(until)")
        for note in notes(state) { context.console.tell(note) }
        context.console.tell("To pair a device: oncue web")
    }

    private static func notes(_ state: PageServingState) -> [String] {
        var notes: [String] = []
        if !state.settings.address.isEmpty { notes.append("It is served at \(state.settings.address) only") }
        if state.settings.isEncrypted {
            notes.append("Browsers warn of the certificate once; the page offers its authority at /ca.crt")
        } else if state.settings.isOnNetwork {
            notes.append("It is not encrypted: anybody in the network can read along")
        } else {
            notes.append("Only this machine reaches it; for phones: oncue web on --network")
        }
        return notes
    }

    private static let off: Command.Handler = { parsed, context in
        let state = try await context.pages.serve(nil)
        if parsed.has("json") { return context.console.write(json(state)) }
        context.console.tell("The page is off")
    }

    private static let devices: Command.Handler = { parsed, context in
        list(try await context.pages.state(), parsed, context)
    }

    private static let forget: Command.Handler = { parsed, context in
        let name = parsed.arguments("NAME").joined(separator: " ")
        guard name.isEmpty == parsed.has("all") else {
            throw CommandFailure(.wrongWords, "name the device to forget, or --all; oncue web devices lists them")
        }
        let state = try await context.pages.forget(name.isEmpty ? nil : name)
        if parsed.has("json") { return context.console.write(json(state)) }
        context.console.tell(name.isEmpty ? "All devices were forgotten" : "\"\(name)\" was forgotten")
    }

    private static func list(_ state: PageServingState, _ parsed: ParsedCommand, _ context: CommandContext) {
        if parsed.has("json") { return context.console.write(json(state)) }
        guard !state.devices.isEmpty else { return context.console.tell("No device is paired; oncue web does that") }
        let rows = state.devices.map { device in
            [
                TextLayout.printable(device.name),
                "paired \(MomentText.text(Int64(device.paired))), seen \(MomentText.text(Int64(device.seen)))",
            ]
        }
        context.console.write(lines: LabeledTable.lines(rows, screen: context.console.dataScreen))
    }

    private static func json(_ state: PageServingState, _ pairing: PagePairing? = nil) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("serving", .bool(state.isServing)), .init("lasting", .bool(state.isLasting)),
            .init("port", .int(state.settings.port)), .init("network", .bool(state.settings.isOnNetwork)),
            .init("plain", .bool(state.settings.isPlain)),
            .init("onlyAt", state.settings.address.isEmpty ? .null : .string(state.settings.address)),
            .init("hosts", .array(state.settings.hosts.map { .string($0) })),
            .init("addresses", .array(state.addresses.map { .string($0) })),
            .init("total", .int(state.devices.count)),
            .init(
                "items",
                .array(
                    state.devices.map {
                        ["name": .string($0.name), "paired": .int($0.paired), "seen": .int($0.seen)]
                    })),
        ]
        if let pairing {
            members += [
                .init("address", .string(pairing.address)), .init("code", .string(pairing.code)),
                .init("seconds", .int(pairing.seconds)),
            ]
        }
        return .object(members)
    }
}
