// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue provider`
enum ProviderCommand {
    static let command = Command(
        CommandDefinition(
            "provider", group: "Library", summary: "Show or change which programs provide content.",
            discussion: """
                A program that implements org.oncue.ContentProvider1 has a branch of its own in the tree. Most register \
                themselves when they run. One that does not answer is shown as unavailable and keeps nobody waiting.

                JSON: total, offset, items [busName, objectPath, name, icon (or null), identifier, state (idle, available, \
                unavailable or throttled), failures, deadline, latency (seconds, or null), error (or null), kept].
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue provider", "Show the providers."),
                DocumentedTerm("oncue provider add org.example.Music", "Show what this program provides."),
                DocumentedTerm("oncue provider remove org.example.Music", "Take it out of the tree."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: ["list": list, "add": add, "remove": remove], list)

    private static let name = ArgumentDefinition(
        ValueDefinition("BUSNAME", kind: "a bus name", expected: "a name such as org.example.Music"),
        description: "The name of the program on the bus.")

    private static let subcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "Show the providers.", options: [Values.json],
            examples: [DocumentedTerm("oncue provider list --json", "Show them for a program.")]),
        CommandDefinition(
            "add", summary: "Show what a program provides, from now on.",
            arguments: [
                name,
                ArgumentDefinition(
                    ValueDefinition("PATH", kind: "an object path", expected: "a path such as /org/example/Music"),
                    .optional, description: "Its object; made of the name, if absent: /org/example/Music."),
            ],
            options: [
                OptionDefinition(
                    "name", value: ValueDefinition("NAME"), description: "What it is called until it tells its name."),
                OptionDefinition(
                    "icon", value: ValueDefinition("ICON"),
                    description: "The name of an icon, or the URI of a picture, until it tells its own."),
                OptionDefinition(
                    "deadline",
                    value: ValueDefinition("SECONDS", kind: "a deadline", expected: "0.1 to 30 seconds"),
                    description: "How many seconds it may take for a call. Default: that of oncued, 2."),
                Values.json,
            ],
            examples: [
                DocumentedTerm("oncue provider add org.example.Music", "Show what this program provides."),
                DocumentedTerm("oncue provider add --deadline 5 org.example.Far", "Wait longer for this one."),
            ]),
        CommandDefinition(
            "remove", aliases: ["rm"], summary: "Take a program out of the tree.", arguments: [name],
            options: [Values.json],
            examples: [DocumentedTerm("oncue provider remove org.example.Music", "Take it out of the tree.")]),
    ]

    private static let list: Command.Handler = { parsed, context in
        let providers = try await context.service.providers()
        if parsed.has("json") { return context.console.write(json(providers)) }
        context.console.write(lines: lines(providers, screen: context.console.dataScreen))
        if providers.isEmpty { context.console.tell("No program provides content; see oncue help provider") }
    }

    private static let add: Command.Handler = { parsed, context in
        let name = parsed.argument("BUSNAME") ?? ""
        let path = parsed.argument("PATH") ?? "/" + name.split(separator: ".").joined(separator: "/")
        try await context.service.addProvider(
            ProviderRegistration(
                busName: name, objectPath: path, name: parsed.option("name"), icon: parsed.option("icon"),
                deadline: try deadline(parsed)))
        try await answer("Added \(name)", parsed, context)
    }

    private static func deadline(_ parsed: ParsedCommand) throws(UsageError) -> Duration? {
        guard let text = parsed.option("deadline") else { return nil }
        guard let seconds = Double(text), (0.1...30).contains(seconds) else { throw parsed.invalid("deadline", text) }
        return .milliseconds(Int(seconds * 1000))
    }

    private static let remove: Command.Handler = { parsed, context in
        let name = parsed.argument("BUSNAME") ?? ""
        try await context.service.removeProvider(name)
        try await answer("Removed \(name)", parsed, context)
    }

    private static func answer(_ text: String, _ parsed: ParsedCommand, _ context: CommandContext) async throws {
        if parsed.has("json") { return context.console.write(json(try await context.service.providers())) }
        context.console.tell(text)
    }

    private static func lines(_ providers: [ProviderRecord], screen: Screen) -> [String] {
        let rows = providers.map { [$0.name, $0.state, $0.busName, $0.icon ?? "", $0.lastError ?? ""] }
        let table = TextTable(
            columns: [
                .flexible(minimumWidth: 12), .fixed(), .flexible(minimumWidth: 12), .flexible(minimumWidth: 8),
                .flexible(minimumWidth: 12),
            ],
            keptColumns: 2, rows: rows)
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { _, column, cell in column > 1 ? style.dim(cell) : cell }
    }

    private static func json(_ providers: [ProviderRecord]) -> JSONValue {
        .listing(providers.map(json))
    }

    private static func json(_ provider: ProviderRecord) -> JSONValue {
        [
            "busName": .string(provider.busName), "objectPath": .string(provider.objectPath),
            "name": .string(provider.name), "icon": .string(orNull: provider.icon),
            "identifier": .string(provider.identifier),
            "state": .string(provider.state), "failures": .int(provider.failures),
            "deadline": .seconds(provider.deadline), "latency": .seconds(provider.latency),
            "error": .string(orNull: provider.lastError),
            "kept": .bool(provider.isKept),
        ]
    }
}
