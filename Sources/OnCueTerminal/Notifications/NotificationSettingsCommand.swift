// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueInterface
internal import OnCueNotifications
internal import TextOutput

/// `oncue notifications settings`
enum NotificationSettingsCommand {
    static let definition = CommandDefinition(
        "settings", summary: "Show which programs may notify, and change that.",
        arguments: [
            ArgumentDefinition(
                ValueDefinition(
                    "PROGRAM", kind: "a program", expected: "a name from oncue notifications settings",
                    completion: NameTopic.notificationPrograms.completion),
                .optional, description: "The name of the program, or its name on the bus.")
        ],
        options: [
            permission("alert", "Whether its notifications are shown."),
            permission("sound", "Whether they make a sound."),
            permission("badge", "Whether it has a number on its icon."),
            NotificationsCommand.text("silence", "Do not show the notifications of this category."),
            NotificationsCommand.text("unsilence", "Show them again."),
            OptionDefinition("forget", description: "Forget the program with all its notifications."),
        ] + Removal.options + [Values.json],
        examples: [
            DocumentedTerm("oncue notifications settings", "Show all programs."),
            DocumentedTerm("oncue notifications settings OnCue", "Show its kinds of notifications, too."),
            DocumentedTerm("oncue notifications settings OnCue --silence episodes", "No news of podcasts."),
            DocumentedTerm("oncue notifications settings Cook --alert off", "Nothing of a program."),
        ])

    private static func permission(_ name: String, _ description: String) -> OptionDefinition {
        OptionDefinition(
            name, value: ValueDefinition("SWITCH", kind: "a switch", allowed: ["on", "off"]), description: description)
    }

    static let run: Command.Handler = { parsed, context in
        let programs = try await context.service.notificationClients()
        guard let word = parsed.argument("PROGRAM") else {
            if let option = ["alert", "sound", "badge", "silence", "unsilence", "forget"].first(where: parsed.has) {
                throw UsageError(.missingArgument, call: parsed.call, "--\(option) needs the name of a program")
            }
            return show(programs, parsed, context)
        }
        guard let program = programs.first(where: { $0.name == word || $0.title.lowercased() == word.lowercased() })
        else {
            throw CommandFailure(
                .nothingFound,
                "no program \"\(TextLayout.printable(word))\" notifies; list them with: oncue notifications settings")
        }
        if parsed.has("forget") { return try await forget(program, parsed, context) }
        var changes = NotificationClientChanges(shown: parsed.option("unsilence"), silenced: parsed.option("silence"))
        (changes.alert, changes.sound, changes.badge) = (
            wanted("alert", parsed), wanted("sound", parsed), wanted("badge", parsed)
        )
        for category in [changes.shown, changes.silenced].compactMap(\.self)
        where !program.categories.contains(category) {
            let known = program.categories.isEmpty ? "none" : program.categories.joined(separator: ", ")
            throw CommandFailure(
                .nothingFound,
                "\(TextLayout.printable(program.title)) has no category \"\(TextLayout.printable(category))\"; it has \(known)"
            )
        }
        let isChange = changes != NotificationClientChanges()
        let now = isChange ? try await context.service.setNotificationClient(program.name, changes) : program
        show([now], parsed, context)
        if !isChange, !parsed.has("json") { showCategories(of: now, context) }
    }

    /// Writes a line for each kind of notification.
    private static func showCategories(of program: NotificationClientRecord, _ context: CommandContext) {
        let style = context.console.style
        context.console.write(
            lines: program.categories.map { category in
                let isShown = !program.silenced.contains(category)
                return "  " + TextLayout.printable(category) + (isShown ? "" : style.dim("  not shown"))
            })
    }

    private static func wanted(_ name: String, _ parsed: ParsedCommand) -> NotificationClient.Permission? {
        parsed.option(name).map { $0 == "on" ? .allowed : .refused }
    }

    private static func forget(
        _ program: NotificationClientRecord, _ parsed: ParsedCommand, _ context: CommandContext
    ) async throws {
        let title = TextLayout.printable(program.title)
        guard try Removal.isConfirmed("forget \(title) with all its notifications", parsed, context) else { return }
        try await context.service.forgetNotificationClient(program.name)
        if parsed.has("json") { return context.console.write(["forgotten": .string(program.name)]) }
        context.console.tell("Forgot \(title)")
    }

    private static func show(
        _ programs: [NotificationClientRecord], _ parsed: ParsedCommand, _ context: CommandContext
    ) {
        if parsed.has("json") { return context.console.write(.listing(programs.map(\.json))) }
        let rows = programs.map { program in
            [
                program.title, state(program.alert), "sound \(switched(program.sound))",
                "badge \(switched(program.badge))",
                program.silenced.isEmpty ? "" : "without " + program.silenced.joined(separator: ", "),
            ].map(TextLayout.printable)
        }
        let screen = context.console.dataScreen
        let table = TextTable(
            columns: [.flexible(minimumWidth: 12), .fixed(), .fixed(), .fixed(), .flexible(minimumWidth: 8)],
            keptColumns: 2, rows: rows)
        let style = Style(isOn: screen.usesColor)
        context.console.write(
            lines: table.lines(width: screen.tableWidth) { _, column, cell in column == 0 ? cell : style.dim(cell) })
    }

    private static func state(_ permission: NotificationClient.Permission) -> String {
        switch permission {
        case .undecided: "not decided"
        case .allowed: "shown"
        case .refused: "not shown"
        }
    }

    private static func switched(_ permission: NotificationClient.Permission) -> String {
        permission == .allowed ? "on" : "off"
    }
}
