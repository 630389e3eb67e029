// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore
internal import TextOutput

/// `oncue config`
enum ConfigCommand {
    static let command = Command(
        CommandDefinition(
            "config", group: "Looking", summary: "Show, check and change the configuration.",
            discussion: """
                The configuration file is ~/.config/oncue/oncue.conf, which you can edit; oncue.conf(5) explains every \
                key. A running daemon applies changes at once, except for a few keys that need a restart. While the \
                file is broken, the last good version stays in force.

                JSON of list: file, broken, problems [line (or null), message, fatal], total, offset, items as in get: \
                key, type (number, boolean, word or list), value, default, source (default or file), unit, minimum, \
                maximum, words (these four or null), effect (at once or at the next start), description. set and unset print \
                the key as get does, after the change. JSON of \
                check: file, broken, problems.
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue config", "List every key with its value."),
                DocumentedTerm("oncue config set playback.resume-length 45", "Set a key to a value."),
                DocumentedTerm("oncue config edit", "Edit the file in your editor."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: [
            "list": list, "get": get, "set": set, "unset": unset, "edit": ConfigurationEditing.edit, "check": check,
            "example": example, "manual": manual,
        ], list)

    private static let key = ArgumentDefinition(
        ValueDefinition("KEY", kind: "a key", completion: NameTopic.keys.completion),
        description: "A key from oncue config.")

    private static let subcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "List every key with its value.", options: [Values.json],
            examples: [DocumentedTerm("oncue config list --json", "Print them as JSON.")]),
        CommandDefinition(
            "get", summary: "Print the value of a key.", arguments: [key], options: [Values.json],
            examples: [DocumentedTerm("oncue config get log.level", "Print the log level.")]),
        CommandDefinition(
            "set", summary: "Set a key.",
            arguments: [
                key,
                ArgumentDefinition(
                    ValueDefinition("VALUE", kind: "a value", completion: NameTopic.settings.completion),
                    description: "The new value; it is checked before it is written.",
                    acceptsNegativeNumbers: true),
            ],
            options: [Values.json],
            examples: [DocumentedTerm("oncue config set log.level debug", "Log more.")]),
        CommandDefinition(
            "unset", summary: "Remove a key from the file, so that its default applies.", arguments: [key],
            options: [Values.json],
            examples: [DocumentedTerm("oncue config unset log.level", "Return to the default log level.")]),
        CommandDefinition(
            "edit", summary: "Edit the file in the editor set in VISUAL or EDITOR.",
            discussion: """
                You edit a copy, which replaces the file once it is valid. If it is not, the error and its line are \
                shown, and your text is kept beside the file for the next edit. The first time, the copy explains \
                every key.
                """,
            examples: [DocumentedTerm("EDITOR=nano oncue config edit", "Edit it in nano.")]),
        CommandDefinition(
            "check", summary: "Check the file for errors; the exit status is 1 if there are any.",
            options: [Values.json],
            examples: [DocumentedTerm("oncue config check", "Check the file.")]),
        CommandDefinition(
            "example", summary: "Print a configuration file that explains every key.",
            examples: [DocumentedTerm("oncue config example | less", "Read it.")]),
        CommandDefinition(
            "manual", summary: "Print the manual page of the file.",
            arguments: [
                ArgumentDefinition("DATE", .optional, description: "The date in the page's footer, as YYYY-MM-DD.")
            ],
            examples: [DocumentedTerm("oncue config manual | man -l -", "Read the manual page.")], isHidden: true),
    ]

    // MARK: Showing

    private static let list: Command.Handler = { parsed, context in
        let choice = context.configuration.choice
        if parsed.has("json") {
            return context.console.write(ConfigurationView.json(choice, path: context.configuration.path))
        }
        context.console.write(lines: ConfigurationView.lines(choice.configuration, screen: context.console.dataScreen))
        ConfigurationView.say(choice, context)
    }

    private static let get: Command.Handler = { parsed, context in
        let key = try named(parsed)
        let choice = context.configuration.choice
        if parsed.has("json") { return context.console.write(ConfigurationView.json(key, choice.configuration)) }
        context.console.write(choice.configuration.text(key) + "\n")
        ConfigurationView.say(choice, context)
    }

    private static let check: Command.Handler = { parsed, context in
        let file = context.configuration
        let choice = file.choice
        for loss in KeyOverlaps(choice.configuration).losses { context.console.tell(loss) }
        if parsed.has("json") {
            context.console.write(ConfigurationView.json(problemsOf: choice, path: file.path))
        } else if choice.problems.isEmpty {
            let isThere = try file.text() != nil
            context.console.tell(
                isThere ? "\(file.path) is valid" : "\(file.path) does not exist; every key has its default")
        } else {
            context.console.write(lines: choice.problems.map { TextLayout.printable($0.sentence) })
        }
        // The problems have already been printed.
        if !choice.problems.isEmpty { throw CommandFailure(.failed, "") }
    }

    private static let example: Command.Handler = { _, context in
        context.console.write(ConfigurationExample.text)
    }

    private static let manual: Command.Handler = { parsed, context in
        context.console.write(ConfigurationManual.page(date: parsed.argument("DATE") ?? "").text)
    }

    // MARK: Changing

    private static let set: Command.Handler = { parsed, context in
        let key = try named(parsed)
        let text = RawWords.printable(try parsed.required("VALUE"))
        guard key.value(text) != nil else { throw CommandFailure(.wrongWords, key.refusal(of: text)) }
        let before = context.configuration.choice.problems.map(\.message)
        try await change(context) { $0.set(key.key, in: key.group, to: text) }
        let problems = key.group == ConfigurationKey.keysGroup ? context.configuration.choice.problems : []
        for problem in problems where !before.contains(problem.message) {
            context.console.say("\(context.configuration.path): \(problem.sentence)")
        }
        if parsed.has("json") { return write(key, context) }
        let later =
            switch key.effect {
            case .atOnce: ""
            case .nextStart: " after the next start of the daemon"
            case .nextOpening: " when oncue is opened again"
            }
        context.console.tell("\(key.name) is \(text)\(later)")
    }

    private static let unset: Command.Handler = { parsed, context in
        let key = try named(parsed)
        var former: String?
        try await change(context) { file in
            former = file.entries.last { $0.group == key.group && $0.key == key.key }?.value
            file.remove(key.key, in: key.group)
        }
        if parsed.has("json") { return write(key, context) }
        let again = former.map { "; oncue config set \(key.name) \(Removal.quoted($0)) restores what it was" } ?? ""
        context.console.tell("\(key.name) is \(key.standard), the default\(again)")
    }

    /// Writes a key as JSON, as it is in the file now.
    private static func write(_ key: ConfigurationKey, _ context: CommandContext) {
        context.console.write(ConfigurationView.json(key, context.configuration.choice.configuration))
    }

    /// Changes the file, unless the result would be invalid.
    private static func change(
        _ context: CommandContext, _ change: (inout KeyFile) -> Void
    ) async throws(CommandFailure) {
        let text = try context.configuration.text() ?? ""
        var file = KeyFile(text)
        change(&file)
        if let problem = ConfigurationReading(file.text).problems.first(where: \.isFatal) {
            throw CommandFailure(
                .failed,
                "nothing was changed: \(context.configuration.path) is broken in \(problem.sentence); fix "
                    + "it with oncue config edit"
            )
        }
        guard file.text != text else { return }
        try await ConfigurationEditing.write(file.text, context)
    }

    private static func named(_ parsed: ParsedCommand) throws -> ConfigurationKey {
        let name = RawWords.printable(try parsed.required("KEY"))
        guard let key = ConfigurationKey.named(name) else {
            throw CommandFailure(.wrongWords, ConfigurationReading.unknown(name))
        }
        return key
    }
}
