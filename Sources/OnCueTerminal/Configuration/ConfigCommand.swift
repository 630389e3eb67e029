// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore

/// `oncue config`
enum ConfigCommand {
    static let command = Command(
        CommandDefinition(
            "config", group: "Looking", summary: "Show or change the configuration file.",
            discussion: """
                The file is ~/.config/oncue/oncue.conf, which you may edit; oncue.conf(5) explains every key. A daemon that \
                runs takes changes up at once, save for the few keys that wait for its next start. As long as the file is \
                broken, what was good last counts.

                JSON of list: file, broken, problems [line (or null), message, fatal], total, offset, items as those of get: \
                key, type (number, boolean, word or list), value, default, source (default or file), unit, minimum, maximum, \
                words (the four or null), effect (at once or at the next start), description. JSON of check: file, broken, problems.
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue config", "Show every key with its value."),
                DocumentedTerm("oncue config set playback.resume-length 45", "Set a key."),
                DocumentedTerm("oncue config edit", "Change the file with your editor."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: [
            "list": list, "get": get, "set": set, "unset": unset, "edit": ConfigurationEditing.edit, "check": check,
            "example": example, "manual": manual,
        ], list)

    private static let key = ArgumentDefinition(
        ValueDefinition("KEY", kind: "a key", completion: CompleteWordsCommand.keys),
        description: "A key, as oncue config shows it.")

    private static let subcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "Show every key with its value.", options: [Values.json],
            examples: [DocumentedTerm("oncue config list --json", "Get them as JSON.")]),
        CommandDefinition(
            "get", summary: "Write the value of a key.", arguments: [key], options: [Values.json],
            examples: [DocumentedTerm("oncue config get log.level", "See how much is logged.")]),
        CommandDefinition(
            "set", summary: "Give a key a value.",
            arguments: [
                key,
                ArgumentDefinition(
                    ValueDefinition("VALUE", kind: "a value", completion: CompleteWordsCommand.settings),
                    description: "What it is from now on. It is checked before it is written.",
                    acceptsNegativeNumbers: true),
            ],
            examples: [DocumentedTerm("oncue config set log.level debug", "Have more logged.")]),
        CommandDefinition(
            "unset", summary: "Take a key out of the file, so that its default counts.", arguments: [key],
            examples: [DocumentedTerm("oncue config unset log.level", "Log as much as by default.")]),
        CommandDefinition(
            "edit", summary: "Change the file with the editor that VISUAL or EDITOR names.",
            discussion: """
                You edit a copy, which takes the place of the file when it is good. Where it is not, you are told the line, and \
                your text is kept beside the file: the next edit goes on with it. The first time you get every key explained.
                """,
            examples: [DocumentedTerm("EDITOR=nano oncue config edit", "Change it with nano.")]),
        CommandDefinition(
            "check", summary: "Say what is wrong with the file; ends with 1 where something is.",
            options: [Values.json],
            examples: [DocumentedTerm("oncue config check", "Look for mistakes.")]),
        CommandDefinition(
            "example", summary: "Write a file with every key explained.",
            examples: [DocumentedTerm("oncue config example | less", "Read it.")]),
        CommandDefinition(
            "manual", summary: "Write the manual page of the file.",
            arguments: [
                ArgumentDefinition("DATE", .optional, description: "What stands at its foot, as YYYY-MM-DD.")
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
        if parsed.has("json") {
            context.console.write(ConfigurationView.json(problemsOf: choice, path: file.path))
        } else if choice.problems.isEmpty {
            let isThere = try file.text() != nil
            context.console.tell(
                isThere ? "\(file.path) is good" : "There is no \(file.path); every key has its default")
        } else {
            context.console.write(lines: choice.problems.map { TextLayout.printable($0.sentence) })
        }
        // Everything has been said.
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
        try change(context) { $0.set(key.key, in: key.group, to: text) }
        let later = key.effect == .nextStart ? " at the next start of the daemon" : ""
        context.console.tell("\(key.name) is \(text)\(later)")
    }

    private static let unset: Command.Handler = { parsed, context in
        let key = try named(parsed)
        try change(context) { $0.remove(key.key, in: key.group) }
        context.console.tell("\(key.name) is \(key.standard), the default")
    }

    /// Changes the file, unless it would be broken then.
    private static func change(
        _ context: CommandContext, _ change: (inout KeyFile) -> Void
    ) throws(CommandFailure) {
        let text = try context.configuration.text() ?? ""
        var file = KeyFile(text)
        change(&file)
        if let problem = ConfigurationReading(file.text).problems.first(where: \.isFatal) {
            throw CommandFailure(
                .failed,
                "nothing is changed: \(context.configuration.path) is broken in \(problem.sentence); oncue config edit mends it"
            )
        }
        guard file.text != text else { return }
        try context.configuration.write(file.text)
    }

    private static func named(_ parsed: ParsedCommand) throws -> ConfigurationKey {
        let name = RawWords.printable(try parsed.required("KEY"))
        guard let key = ConfigurationKey.named(name) else {
            throw CommandFailure(.wrongWords, ConfigurationReading.unknown(name))
        }
        return key
    }
}
