// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import OnCueClient
import OnCueInterface
import OnCueQuery
import Testing

@testable import OnCueTerminal

@Suite("Every command")
struct EveryCommandTests {
    /// A command with all of its options one by one, each with words that it takes.
    static let calls: [[String]] = CommandCatalog.commands.flatMap { command -> [[String]] in
        let definition = command.definition
        let all = [([definition.name], definition)] + definition.subcommands.map { ([definition.name, $0.name], $0) }
        return all.flatMap { path, definition in
            guard definition.subcommands.isEmpty || definition.runsAlone else { return [[String]]() }
            let words = definition.arguments.map { word($0.value) }
            return [path + words]
                + definition.options.map { option in
                    path + ["--" + option.name] + (option.value.map { [value(option.name, $0)] } ?? []) + words
                }
        }
    }

    private static func word(_ name: String) -> String {
        switch name {
        case "N", "M", "CHAPTER": "1"
        case "DIR", "FILE": "/"
        case "POSITION", "A": "1:30"
        case "B": "1:45"
        case "LEVEL": "5"
        case "MODE": "all"
        case "SWITCH": "on"
        case "LOUDNESS": "album"
        case "DECIBELS": "-3"
        case "TIME": "4s"
        case "CURVE": "voice"
        case "RATE": "1.5"
        case "WHEN": "30m"
        case "OCCASION": "car"
        case "SHORTCUT": "Morning"
        case "SHELL": "bash"
        case "URL": "http://host/live"
        case "BUSNAME": "org.example.Music"
        case "PATH": "/org/example/Music"
        case "COMMAND": "play"
        case "HH:MM": "07:30"
        case "KEY": "log.level"
        case "VALUE": "debug"
        default: "blue"
        }
    }

    /// The first word that an argument takes alone.
    private static func word(_ value: ValueDefinition) -> String { value.allowed.first ?? word(value.placeholder) }

    private static func value(_ option: String, _ value: ValueDefinition) -> String {
        if let word = value.allowed.first { return word }
        return switch (option, value.placeholder) {
        case ("format", _): "xspf"
        case ("since", _), ("until", _), ("remove-after", _): "1d"
        case (_, "LAT,LON"): "52.5,13.4"
        case (_, "HOURS"): "22:00-07:00"
        case (_, "KINDS"): "unlock,wake"
        case (_, "MOMENT"): "Mon 08:10"
        case (_, "DAYS"): "mon,tue"
        case ("address", _): "192.168.1.20"
        default: "1"
        }
    }

    /// Calls that are refused on purpose: what has no end, and what would erase without being told what.
    private static func mayBeRefused(_ words: [String]) -> Bool {
        words.contains("/") || words.contains("--interactive") || words == ["history", "erase"]
            || words == ["evaluate"] || words == ["evaluate", "--reasons"] || saysTooLittleOrTooMuch(words)
    }

    /// What is to be forgotten is one thing, a place is somewhere, and what is removed has no time.
    private static func saysTooLittleOrTooMuch(_ words: [String]) -> Bool {
        switch words.prefix(2) {
        case ["forget", "--device"], ["forget", "--place"], ["forget", "--all"]: true
        case ["erase"], ["erase", "--json"]: true
        // It wants the name of a command.
        case ["manual", "--of"]: true
        // The value of every option is a number here, which is no key.
        case ["shortcut", "add"], ["shortcut", "edit"]: words.contains("--key")
        // A value has a name.
        case ["shortcut", "run"]: words.contains("debug")
        // A machine is named, or all are.
        case ["handoff", "forget"]: words.count != 3 || words.last == "--json"
        // A secret comes from standard input.
        case ["scrobble", "add"], ["subsonic", "add"]: true
        // What is kept is of a server, and a size is one.
        case ["subsonic", "pin"], ["subsonic", "unpin"], ["subsonic", "limit"]: true
        // A device is named, or all are.
        case ["web", "forget"]: words.contains("--all")
        // Words are those of an activity.
        case ["handoff", "from"]: words.count > 3 && !words.contains("--activity")
        // What cannot be undone asks first, and nobody is there.
        case ["forget", "blue"], ["forget", "--json"]: true
        case ["history", "erase"]: words.count == 3 && ["--dry-run", "--yes", "--json"].contains(words[2])
        // What is deleted is given by numbers, or else by one of these.
        case ["activities", "delete"]: ["--identifier", "--program", "--all"].contains { words.contains($0) }
        case ["played", "--not"]: true
        case ["stars", "blue"], ["stars", "--all"], ["stars", "--json"], ["stars", "--list"], ["stars", "--export"]:
            true
        // It is to be said when, and how often only with a time.
        case ["remind", "blue"], ["remind", "--json"], ["remind", "--note"], ["remind", "--repeat"]:
            !["--when", "--in", "--at", "--tomorrow", "--next-time"].contains { words.contains($0) }
        case ["remind", "--before"], ["remind", "--activity"]: true
        // A word is no time, and none rings.
        case ["alarm", "add"], ["alarm", "remove"], ["alarm", "snooze"], ["alarm", "stop"]: true
        // Nobody is there to be asked, and a value has a name.
        case ["shortcut", "remove"], ["cue", "remove"]: !words.contains("--yes")
        // What is only offered does nothing by itself.
        case ["cue", "add"]: words.contains("--volume-limit") || words.contains("--cool-down")
        case ["shortcut", "do"]: words.contains("debug")
        case ["notifications", "add"]: words.contains("--repeat")
        case ["notifications", "remove"], ["notifications", "settings"]: true
        // Where it is, is said once.
        case ["place", "add"]: true
        // Forgetting asks first, too.
        case ["people", "forget"]: !words.contains("--yes")
        case ["events", "remove"]: words.contains("--past") && words.contains("blue")
        case ["trip", "--list"], ["favourite", "--list"], ["dislike", "--list"]: words.contains("blue")
        case ["place", "set"]: !words.contains("--policy") && !words.contains("--volume-limit")
        case ["triggers", "time"]: words.contains("--remove") || words.contains("--dry-run")
        case ["triggers", "device"]: words.contains("--yes") || words.contains("--dry-run")
        case ["sound", "reset"]: !words.contains("--yes") && !words.contains("--dry-run")
        default: words.contains("--columns")
        }
    }

    @Test("takes each option that its help tells, and answers JSON with objects alone", arguments: calls)
    func answers(words: [String]) async {
        let session = Session { state in
            state.items = [
                ContentRecord(identifier: "playlist:blue", kind: "playlist", title: "blue", isContainer: true)
            ]
            state.queries = [SavedQuery(name: "blue", text: "blue")]
        }

        let status = await Program.run(words, session.context)

        #expect(status != .wrongWords || Self.mayBeRefused(words), "\(session.talk.text)")
        if words.contains("--json") {
            #expect(session.data.lines.allSatisfy { $0.hasPrefix("{") }, "\(session.data.text)")
        }
        if status != .done { #expect(!session.talk.text.isEmpty) }
    }

    /// Those that print a document, open an editor, or end what could answer.
    private static let withoutJSON: Set = [
        "completions", "complete-words", "config edit", "config example", "config manual", "evaluate",
        "handoff serve", "together follow", "history export", "activities export", "suggestions export",
        "podcast export", "manual", "mcp",
        "output plugin",
        "quit",
    ]

    @Test("answers JSON if it is asked to, unless its answer is a document for other programs")
    func everyAnswerIsJSON() {
        let commands = CommandCatalog.commands.map(\.definition)
        let all = commands.flatMap { command in
            [(command.name, command)] + command.subcommands.map { ("\(command.name) \($0.name)", $0) }
        }
        let silent = all.filter { _, definition in
            (definition.subcommands.isEmpty || definition.runsAlone)
                && !definition.options.contains { $0.name == "json" }
        }
        #expect(Set(silent.map(\.0)) == Self.withoutJSON)
    }

    @Test("has examples in its help", arguments: CommandCatalog.commands.map(\.definition.name))
    func examples(name: String) {
        let definition = CommandCatalog.command(name)?.definition
        #expect(definition?.examples.isEmpty == false)
        for inner in definition?.subcommands ?? [] { #expect(!inner.examples.isEmpty, "\(inner.name)") }
    }
}
