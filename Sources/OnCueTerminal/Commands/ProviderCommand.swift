// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue provider`
enum ProviderCommand {
    static let command = Command(
        CommandDefinition(
            "provider", group: "Library", summary: "List, add and remove programs that provide content.",
            discussion: """
                A program that implements org.oncue.ContentProvider1 has its own branch in the tree. Most register \
                themselves when they run. One that does not answer is shown as unavailable and delays nothing else.

                JSON: total, offset, items [busName, objectPath, name, icon (or null), identifier, state (idle, \
                available, unavailable or throttled), failures, deadline, latency (seconds, or null), error (or null), \
                kept].
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue provider", "List the providers."),
                DocumentedTerm("oncue provider add org.example.Music", "Add this program's content to the tree."),
                DocumentedTerm("oncue provider remove org.example.Music", "Remove it from the tree."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: ["list": list, "add": add, "remove": remove], list)

    private static let name = ArgumentDefinition(
        ValueDefinition("BUSNAME", kind: "a bus name", expected: "a name such as org.example.Music"),
        description: "The program's bus name.")

    private static let known = ArgumentDefinition(
        ValueDefinition(
            "BUSNAME", kind: "a bus name", expected: "a name such as org.example.Music",
            completion: NameTopic.providers.completion), description: "The program's bus name.")

    private static let subcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "List the providers.", options: [Values.json],
            examples: [DocumentedTerm("oncue provider list --json", "List the providers as JSON.")]),
        CommandDefinition(
            "add", summary: "Add a program's content to the tree.",
            arguments: [
                name,
                ArgumentDefinition(
                    ValueDefinition("PATH", kind: "an object path", expected: "a path such as /org/example/Music"),
                    .optional, description: "Its object path. Default: made from the bus name, as /org/example/Music."),
            ],
            options: [
                OptionDefinition(
                    "name", value: ValueDefinition("NAME"),
                    description: "The name to show until the program reports its own."),
                OptionDefinition(
                    "icon", value: ValueDefinition("ICON"),
                    description: "An icon name or the URI of a picture, until the program reports its own."),
                OptionDefinition(
                    "deadline",
                    value: ValueDefinition("SECONDS", kind: "a deadline", expected: "0.1 to 30 seconds"),
                    description: "The number of seconds that a call may take. Default: that of oncued, 2."),
                OptionDefinition("force", description: "Add it even if it neither runs nor can be started."),
                Values.json,
            ],
            examples: [
                DocumentedTerm("oncue provider add org.example.Music", "Add this program's content to the tree."),
                DocumentedTerm("oncue provider add --deadline 5 org.example.Far", "Allow this program more time."),
            ]),
        CommandDefinition(
            "remove", aliases: ["rm", "delete"], summary: "Remove a program from the tree.", arguments: [known],
            options: [Removal.dryRun, Values.json],
            examples: [DocumentedTerm("oncue provider remove org.example.Music", "Remove it from the tree.")]),
    ]

    private static let list: Command.Handler = { parsed, context in
        let providers = try await context.service.providers()
        if parsed.has("json") { return context.console.write(json(providers)) }
        context.console.write(lines: lines(providers, screen: context.console.dataScreen))
        if providers.isEmpty { context.console.tell("No providers; see oncue help provider") }
    }

    private static let add: Command.Handler = { parsed, context in
        let name = parsed.argument("BUSNAME") ?? ""
        let nearest = try await nearest(name, context)
        let isKnown = nearest == name
        if !isKnown, !parsed.has("force") { throw unknown(name, nearest) }
        let path = parsed.argument("PATH") ?? "/" + name.split(separator: ".").joined(separator: "/")
        try await context.service.addProvider(
            ProviderRegistration(
                busName: name, objectPath: path, name: parsed.option("name"), icon: parsed.option("icon"),
                deadline: try deadline(parsed), isKept: true))
        let state = try await context.service.providers().first { $0.busName == name }?.state
        let isThere = isKnown && state != "unavailable"
        try await answer(
            "Added \(name)" + (isThere ? "" : ", which is not running; its content appears as soon as it runs"), parsed,
            context)
    }

    /// Returns the name itself if a program that is running or can be started has it, or else the most similar one.
    /// Text that is not a name is passed to the service as it is.
    private static func nearest(_ name: String, _ context: CommandContext) async throws -> String? {
        guard name.contains("."), !name.hasPrefix(":") else { return name }
        let names = try await context.service.programNames()
        return names.contains(name) ? name : EditDistance.nearest(name, among: names)
    }

    private static func unknown(_ name: String, _ nearest: String?) -> CommandFailure {
        let shown = "no program with the name \(TextLayout.printable(name)) runs or can be started; "
        return CommandFailure(
            .nothingFound,
            shown
                + (nearest.map { "did you mean \($0)? (--force adds it all the same)" }
                    ?? "add it all the same with --force"))
    }

    private static func deadline(_ parsed: ParsedCommand) throws(UsageError) -> Duration? {
        guard let text = parsed.option("deadline") else { return nil }
        guard let seconds = Double(text), (0.1...30).contains(seconds) else { throw parsed.invalid("deadline", text) }
        return .milliseconds(Int(seconds * 1000))
    }

    private static let remove: Command.Handler = { parsed, context in
        let name = parsed.argument("BUSNAME") ?? ""
        if parsed.has("dry-run"), try await !context.service.providers().contains(where: { $0.busName == name }) {
            throw CommandFailure(
                .nothingFound, "\(TextLayout.printable(name)) is not in the tree; list what is with: oncue provider")
        }
        if Removal.isDry("take \(name) out of the tree", parsed, context) { return }
        try await context.service.removeProvider(name)
        try await answer("Removed \(name); oncue provider add \(name) adds it again", parsed, context)
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
        provider.json(["deadline": .value(.seconds(provider.deadline))])
    }
}
