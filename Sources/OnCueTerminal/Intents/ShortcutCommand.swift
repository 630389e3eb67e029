// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueActivities
internal import OnCueClient
internal import OnCueCore
internal import OnCueIntents
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue shortcut`
enum ShortcutCommand {
    static let command = Command(
        CommandDefinition(
            "shortcut", group: "Shortcuts", summary: "List, save and run shortcuts: tasks in a row under a name.",
            discussion: """
                A step is a sentence, as oncue say understands it, or the name of a task with its values: volume \
                level=30. oncue shortcut tasks lists the tasks of OnCue and of programs. A value can have results of \
                earlier steps in it: ${item}, ${title}. Shortcuts are kept in ~/.config/oncue/shortcuts.json, which \
                you can edit.

                With --key the desktop is asked for a key that runs it (global-shortcuts portal: Plasma, Hyprland, \
                GNOME from 48 on); with --menu it is a program in the menu of the desktop, which can be searched, pinned \
                and given a key everywhere.

                JSON: total, offset, items [name, phrase, key, boundKey (what the desktop has given), menu, steps [intent, \
                values]]; of run and do as oncue say; of tasks \
                items [name, program, programName, title, description, category, confirm, effect, phrase, schema]; of \
                phrases items [phrase, kind (shortcut or task), name, programName]; of donations items as oncue \
                activities; of check items [line, column, place, message, mistake].
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue shortcut", "List your shortcuts."),
                DocumentedTerm(
                    "oncue shortcut add Morning 'play Night Crossing' 'volume level=30'", "Two tasks under a name."),
                DocumentedTerm("oncue shortcut run Morning", "Run it."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: [
            "list": list, "add": add, "edit": edit, "run": run, "remove": remove, "tasks": tasks, "do": perform,
            "check": check, "phrases": phrases, "donations": donations,
        ], list)

    private static let name = ArgumentDefinition(
        ValueDefinition(
            "NAME", kind: "a shortcut", expected: "its name or phrase", completion: NameTopic.shortcuts.completion),
        description: "The name.")

    private static let stepWords = ValueDefinition(
        "STEP", kind: "a step", expected: "a sentence, or a task with name=value")

    /// The options of a shortcut other than its steps.
    private static let wishes = [
        OptionDefinition(
            "phrase", value: ValueDefinition("WORDS", kind: "a phrase", expected: "words"),
            description: """
                What can be said for it, beside its name: words, or a template such as 'party with {artist:who}', \
                whose value the steps have as ${who}.
                """),
        OptionDefinition(
            "key", value: ValueDefinition("KEY", kind: "a key", expected: ShortcutKey.expected),
            description: "A key that runs it while any program has the focus."),
        OptionDefinition("no-key", description: "No key any longer."),
        OptionDefinition("menu", description: "Show it in the menu of the desktop, as a program."),
        OptionDefinition("no-menu", description: "Do not show it there."),
        Values.json,
    ]

    private static let subcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "List your shortcuts.", options: [Values.json],
            examples: [DocumentedTerm("oncue shortcut list --json", "For a program.")]),
        CommandDefinition(
            "add", summary: "Save a shortcut; one of this name is replaced.",
            arguments: [
                name, ArgumentDefinition(stepWords, .oneOrMore, description: "What it does, one after the other."),
            ],
            options: wishes,
            examples: [
                DocumentedTerm(
                    "oncue shortcut add 'Good night' 'sleep in 20 minutes' 'volume level=20' --phrase 'I am off to bed'",
                    "Then: oncue say I am off to bed"),
                DocumentedTerm(
                    "oncue shortcut add Keep 'search query=harbour limit=1' 'playlist name=Later what=${item}'",
                    "Hand a result on."),
                DocumentedTerm(
                    "oncue shortcut add Party 'play by=${who} shuffle=yes' 'volume level=60' --phrase 'party with {artist:who}'",
                    "Then: oncue say party with Juniper Vale"),
            ]),
        CommandDefinition(
            "edit", summary: "Change a shortcut: what is not given stays.",
            arguments: [name, ArgumentDefinition(stepWords, .any, description: "Other steps, instead of all it has.")],
            options: wishes,
            examples: [
                DocumentedTerm("oncue shortcut edit Morning --phrase 'rise and shine'", "Its steps stay as they are.")
            ]),
        CommandDefinition(
            "run", summary: "Run a shortcut.",
            arguments: [
                name,
                ArgumentDefinition(
                    ValueDefinition("VALUE", kind: "a value", expected: "name=value"), .any,
                    description: "Values that its phrase would give."),
            ],
            options: [
                OptionDefinition("yes", short: "y", description: "Do not ask for confirmation."),
                OptionDefinition(
                    "notify", description: "Ask and tell in notifications, for keys and menus of the desktop."),
                Values.json,
            ],
            examples: [
                DocumentedTerm("oncue shortcut run Morning", "Run it."),
                DocumentedTerm("oncue shortcut run --notify Morning", "For a key in the settings of a desktop."),
            ]),
        CommandDefinition(
            "remove", aliases: ["rm", "delete"], summary: "Remove a shortcut.",
            discussion: "JSON: removed.", arguments: [name], options: Removal.options + [Values.json],
            examples: [DocumentedTerm("oncue shortcut remove Morning", "Remove it.")]),
        CommandDefinition(
            "tasks", summary: "List what can be asked for, of OnCue and of programs.", options: [Values.json],
            examples: [DocumentedTerm("oncue shortcut tasks", "List the tasks with their values.")]),
        CommandDefinition(
            "phrases", summary: "List what can be said for shortcuts, and for the tasks of programs.",
            options: [Values.json],
            examples: [DocumentedTerm("oncue shortcut phrases", "Then: oncue say PHRASE")]),
        CommandDefinition(
            "donations", summary: "List the tasks that programs have told of, which may be suggested.",
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue shortcut donations", "oncue activities delete --identifier takes one back.")
            ]),
        CommandDefinition(
            "do", summary: "Do a task.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition(
                        "TASK", kind: "a task", expected: "its name, as oncue shortcut tasks shows it",
                        completion: NameTopic.tasks.completion),
                    description: "The task."),
                ArgumentDefinition(
                    ValueDefinition("VALUE", kind: "a value", expected: "name=value"), .any,
                    description: "Its values."),
            ],
            options: [OptionDefinition("yes", short: "y", description: "Do not ask for confirmation."), Values.json],
            examples: [DocumentedTerm("oncue shortcut do volume level=30", "Do it once.")]),
        CommandDefinition(
            "check", summary: "Say every mistake in a file in which a program declares its tasks.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("FILE", kind: "a file", expected: "its path", completion: .files),
                    description: "The file.")
            ],
            options: [Values.json],
            examples: [DocumentedTerm("oncue shortcut check coffee.intents", "Check it before it is installed.")]),
    ]

    // MARK: Shortcuts

    private static let list: Command.Handler = { parsed, context in
        let shortcuts = try await context.service.shortcuts()
        if parsed.has("json") {
            return context.console.write(
                .listing(
                    shortcuts.map { shortcut in
                        let steps = shortcut.steps.map { $0.json(["values": .value(IntentView.json($0.values))]) }
                        return shortcut.json(["steps": .value(.array(steps))])
                    }))
        }
        for shortcut in shortcuts {
            let phrase = shortcut.phrase.isEmpty ? "" : "  \"\(shortcut.phrase)\""
            let ways = [keyText(shortcut), shortcut.isInMenu ? "in the menu" : ""].filter { !$0.isEmpty }
            let notes = phrase + (ways.isEmpty ? "" : "  " + ways.joined(separator: ", "))
            context.console.write(
                lines: [context.console.style.bold(TextLayout.printable(shortcut.name)) + TextLayout.printable(notes)]
                    + shortcut.steps.map { "  " + IntentView.text($0) })
        }
        if shortcuts.isEmpty {
            context.console.tell(
                "No shortcuts; add one with: oncue shortcut add NAME 'play something' 'volume level=30'")
        }
    }

    private static func keyText(_ shortcut: Shortcut) -> String {
        guard shortcut.boundKey == nil else { return shortcut.boundKey ?? "" }
        return shortcut.key.isEmpty ? "" : "\(shortcut.key) (not given by the desktop)"
    }

    private static let add: Command.Handler = { parsed, context in try await save(parsed, context, isThere: false) }
    private static let edit: Command.Handler = { parsed, context in try await save(parsed, context, isThere: true) }

    /// - Parameter isThere: Whether the shortcut must exist; then properties that are not given are kept.
    private static func save(_ parsed: ParsedCommand, _ context: CommandContext, isThere: Bool) async throws {
        let known = Set(try await context.service.intents().map { taskName($0.definition) })
        var steps: [Shortcut.Step] = []
        for word in parsed.arguments("STEP") {
            steps.append(try await step(RawWords.printable(word), known, context))
        }
        let name = RawWords.printable(try parsed.required("NAME"))
        let all = try await context.service.shortcuts()
        let old = all.first { $0.isMeant(by: name) }
        if isThere, old == nil {
            let nearest = NearestWord.of(name, among: all.map(\.name)).map { "; did you mean \"\($0)\"?" }
            throw CommandFailure(
                .nothingFound,
                TextLayout.printable("there is no shortcut \"\(name)\"")
                    + (nearest ?? "; oncue shortcut lists them"))
        }
        if isThere, steps.isEmpty { steps = old?.steps ?? [] }
        var shortcut = Shortcut(
            old?.name ?? name, phrase: parsed.option("phrase").map { RawWords.printable($0) } ?? old?.phrase ?? "",
            steps: steps)
        shortcut.key = try key(parsed) ?? old?.key ?? ""
        shortcut.isInMenu = parsed.has("menu") || (old?.isInMenu ?? false && !parsed.has("no-menu"))
        let isNew = old == nil
        try await context.service.setShortcut(shortcut)
        if parsed.has("json") { return try await list(parsed, context) }
        context.console.tell("\(isNew ? "Saved" : "Changed") \"\(TextLayout.printable(shortcut.name))\":")
        for step in steps { context.console.tell("  " + IntentView.text(step)) }
        try await tellOfOtherMeanings(shortcut, context)
        if parsed.has("key") {
            context.console.tell(
                "The desktop is asked for the key \(shortcut.key); oncue shortcut shows whether it gives one. A desktop "
                    + "without that can run it by a key of its own: oncue shortcut run --notify "
                    + Removal.quoted(shortcut.name))
        }
    }

    /// The number of sentences of a phrase that are tried.
    private static let mostSamples = 4

    /// Reports other meanings of the sentences of a phrase.
    private static func tellOfOtherMeanings(_ shortcut: Shortcut, _ context: CommandContext) async throws {
        for sentence in shortcut.phraseSamples(mostSamples, free: "zanzibar") {
            let outcome = try await context.service.say(
                sentence, SayOptions(language: SayCommand.locale, isRehearsal: true))
            if outcome.values[IntentDefinition.shortcutParameter]?.word == shortcut.name { continue }
            let meaning =
                outcome.state == .asks
                ? "can mean several things" : "is understood as \"\(outcome.title)\", and does not run this"
            return context.console.tell(
                TextLayout.printable("But \"\(sentence)\" \(meaning); choose other words with --phrase"))
        }
    }

    /// Returns the requested key; empty to remove it, `nil` to keep it.
    private static func key(_ parsed: ParsedCommand) throws -> String? {
        if parsed.has("no-key") { return "" }
        guard let word = parsed.option("key") else { return nil }
        guard let key = ShortcutKey(word) else {
            throw UsageError(
                .invalidValue, call: parsed.call,
                "\"\(TextLayout.printable(word))\" is not a key; expected \(ShortcutKey.expected)")
        }
        return key.text
    }

    /// Parses a step: a task with its values, or a sentence.
    private static func step(_ text: String, _ known: Set<String>, _ context: CommandContext) async throws
        -> Shortcut.Step
    {
        let words = StepWords.divide(text)
        if let task = words.first, known.contains(task), words.dropFirst().allSatisfy({ $0.contains("=") }) {
            return Shortcut.Step(task, StepWords.values(words.dropFirst()))
        }
        let outcome = try await context.service.say(text, SayOptions(language: SayCommand.locale, isRehearsal: true))
        switch outcome.state {
        case .done:
            let prefix = ServiceNames.busName + "."
            let intent =
                outcome.intent.hasPrefix(prefix) ? String(outcome.intent.dropFirst(prefix.count)) : outcome.intent
            return Shortcut.Step(intent, outcome.values)
        case .asks:
            throw CommandFailure(
                .wrongWords,
                "\"\(TextLayout.printable(text))\" can mean several things; write the task with its values, "
                    + "as oncue shortcut tasks shows them")
        case .failed, .confirms:
            throw CommandFailure(
                .wrongWords,
                "the step \"\(TextLayout.printable(text))\" is neither a sentence that is understood nor a task with "
                    + "name=value; oncue shortcut tasks lists the tasks")
        }
    }

    private static let run: Command.Handler = { parsed, context in
        let name = RawWords.printable(try parsed.required("NAME"))
        if parsed.has("notify") {
            let values = try ShortcutCommand.values(parsed).merging([IntentDefinition.shortcutParameter: .text(name)]) {
                $1
            }
            var request = IntentRequest("run", values, isConfirmed: parsed.has("yes"))
            request.isUnattended = true
            let outcome = try await context.service.perform(request)
            if parsed.has("json") { return context.console.write(IntentView.json(outcome, [])) }
            // The outcome is shown in a notification.
            guard outcome.state != .failed else { throw CommandFailure(IntentView.status(outcome), outcome.sentence) }
            return
        }
        let given = try ShortcutCommand.values(parsed)
        try await IntentConversation(context: context, parsed: parsed).run { values, isConfirmed in
            try await context.service.runShortcut(
                name, given.merging(values) { $1 }, isConfirmed: isConfirmed)
        }
    }

    private static let remove: Command.Handler = { parsed, context in
        let name = RawWords.printable(try parsed.required("NAME"))
        // A missing shortcut is refused before asking for confirmation.
        let isThere = try await context.service.shortcuts().contains { $0.isMeant(by: name) }
        guard try !isThere || Removal.isConfirmed("remove the shortcut \"\(name)\"", parsed, context) else { return }
        try await context.service.removeShortcut(name)
        if parsed.has("json") { return context.console.write(["removed": .int(1)]) }
        context.console.tell("Removed \"\(TextLayout.printable(name))\"")
    }

    // MARK: Tasks

    /// Returns the name of a task as it is written: without the program for OnCue's own.
    static func taskName(_ definition: IntentDefinition) -> String {
        definition.name.program == ServiceNames.busName ? definition.name.intent : definition.name.text
    }

    private static let tasks: Command.Handler = { parsed, context in
        let all = try await context.service.intents()
        if parsed.has("json") { return context.console.write(.listing(all.map(json))) }
        let rows = all.map { record in
            let definition = record.definition
            let values = definition.parameters.map { $0.isRequired ? $0.name : "[\($0.name)]" }
            return [
                TextLayout.printable(taskName(definition)), TextLayout.printable(values.joined(separator: " ")),
                TextLayout.printable(definition.title),
            ]
        }
        let table = TextTable(
            columns: [.flexible(minimumWidth: 10), .flexible(minimumWidth: 16), .flexible(minimumWidth: 16)],
            keptColumns: 1, rows: rows)
        let style = context.console.style
        context.console.write(
            lines: table.lines(width: context.console.dataScreen.tableWidth) { _, column, cell in
                column == 0 ? style.bold(cell) : cell
            })
    }

    private struct Phrase {
        var words: String
        var kind: String
        var name: String
        var owner: String
    }

    private static let phrases: Command.Handler = { parsed, context in
        let own = try await context.service.shortcuts().flatMap { shortcut in
            [shortcut.phrase, shortcut.name].filter { !$0.isEmpty }.map {
                Phrase(words: $0, kind: "shortcut", name: shortcut.name, owner: "you")
            }
        }
        let tasks = try await context.service.intents().filter {
            !$0.definition.phrase.isEmpty && $0.definition.name.program != ServiceNames.busName
        }
        let all =
            own
            + tasks.map {
                Phrase(
                    words: $0.definition.phrase, kind: "task", name: taskName($0.definition), owner: $0.programName)
            }
        if parsed.has("json") {
            return context.console.write(
                .listing(
                    all.map { phrase in
                        [
                            "phrase": .string(phrase.words), "kind": .string(phrase.kind), "name": .string(phrase.name),
                            "programName": phrase.kind == "task" ? .string(phrase.owner) : .null,
                        ]
                    }))
        }
        let style = context.console.style
        let table = TextTable(
            columns: [.flexible(minimumWidth: 16), .flexible(minimumWidth: 16), .flexible(minimumWidth: 8)],
            keptColumns: 2, rows: all.map { [$0.words, $0.name, $0.owner].map(TextLayout.printable) })
        context.console.write(
            lines: table.lines(width: context.console.dataScreen.tableWidth) { _, column, cell in
                column == 0 ? style.bold(cell) : cell
            })
        if all.isEmpty { context.console.tell("No phrases; oncue shortcut add NAME STEP --phrase WORDS saves one") }
    }

    private static let donations: Command.Handler = { parsed, context in
        let tasks = Set(try await context.service.intents().map(\.definition.name.text))
        let records = try await context.service.activities().enumerated().filter {
            tasks.contains($0.element.activity.type)
        }
        if parsed.has("json") { return context.console.write(.listing(records.map(ActivitiesCommand.json))) }
        for (_, record) in records {
            let activity = record.activity
            let group = activity.persistentIdentifier.map { ", group \($0)" } ?? ""
            let occasion = activity.occasion.map { ", meant for: \($0)" } ?? ""
            context.console.write(lines: [
                context.console.style.bold(TextLayout.printable(activity.title)),
                TextLayout.printable(
                    "  \(record.programName), \(MomentText.text(activity.changed)), identifier "
                        + "\(activity.name.identifier)\(group)\(occasion)"),
            ])
        }
        if records.isEmpty { context.console.tell("No donations of tasks") }
    }

    private static func json(_ record: IntentRecord) -> JSONValue {
        let definition = record.definition
        return [
            "name": .string(taskName(definition)), "program": .string(definition.name.program),
            "programName": .string(record.programName), "title": .string(definition.title),
            "description": .string(definition.summary), "category": .string(definition.category.rawValue),
            "confirm": .bool(definition.isConfirmed), "effect": .string(definition.effect.rawValue),
            "phrase": .string(filled: definition.phrase), "schema": definition.schema,
        ]
    }

    private static let perform: Command.Handler = { parsed, context in
        let task = RawWords.printable(try parsed.required("TASK"))
        let given = try ShortcutCommand.values(parsed)
        try await IntentConversation(context: context, parsed: parsed).run { values, isConfirmed in
            try await context.service.perform(
                IntentRequest(task, given.merging(values) { $1 }, isConfirmed: isConfirmed))
        }
    }

    /// Returns the values given as `name=value`.
    private static func values(_ parsed: ParsedCommand) throws -> [String: ParameterValue] {
        let words = parsed.arguments("VALUE").map { RawWords.printable($0) }
        for word in words where !word.contains("=") {
            throw UsageError(
                .invalidValue, call: parsed.call, "\"\(TextLayout.printable(word))\" must be a name=value")
        }
        return StepWords.values(words)
    }

    // MARK: Files

    private static let check: Command.Handler = { parsed, context in
        let path = try parsed.required("FILE")
        let text = try context.files.text(of: RawWords.bytes(of: path), limit: IntentLimits.fileBytes)
        let (file, problems) = IntentFile.read(text)
        if parsed.has("json") {
            context.console.write(
                .listing(
                    problems.map { problem in
                        [
                            "line": .int(problem.line), "column": .int(problem.column),
                            "place": .string(problem.path), "message": .string(problem.message),
                            "mistake": .bool(problem.isMistake),
                        ]
                    }))
        } else {
            for problem in problems {
                let place = problem.path.isEmpty ? "" : problem.path + ": "
                context.console.write(lines: [
                    TextLayout.printable(
                        "\(path):\(problem.line):\(problem.column): \(problem.isMistake ? "" : "remark: ")\(place)\(problem.message)"
                    )
                ])
            }
        }
        guard let file else { throw CommandFailure(.failed, parsed.has("json") ? "" : "the file cannot be used") }
        guard !parsed.has("json") else { return }
        let names = file.intents.map(\.name.intent).joined(separator: ", ")
        context.console.tell(TextLayout.printable("\(file.programName) can be asked for: \(names)"))
    }
}

/// Divides a step into words: at spaces, except in quotes.
enum StepWords {
    static func divide(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var (isQuoted, isWord) = (false, false)
        for character in text {
            if character == "\"" {
                isQuoted.toggle()
                isWord = true
            } else if character.isWhitespace, !isQuoted {
                if isWord { words.append(word) }
                (word, isWord) = ("", false)
            } else {
                word.append(character)
                isWord = true
            }
        }
        if isWord { words.append(word) }
        return words
    }

    /// Returns the values of words of the form `name=value`.
    static func values(_ words: some Sequence<String>) -> [String: ParameterValue] {
        var values: [String: ParameterValue] = [:]
        for word in words {
            guard let sign = word.firstIndex(of: "=") else { continue }
            values[String(word[..<sign])] = .text(String(word[word.index(after: sign)...]))
        }
        return values
    }
}
