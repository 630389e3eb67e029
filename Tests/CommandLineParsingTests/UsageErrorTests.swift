// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import Testing

@Suite("Usage errors")
struct UsageErrorTests {
    private static let lines: [(String, UsageError.Code, String)] = [
        (
            "pley", .unknownCommand,
            #"oncue: unknown command "pley"; did you mean "play"? (oncue help lists the commands)"#
        ),
        (
            "palyy", .unknownCommand,
            #"oncue: unknown command "palyy"; did you mean "play"? (oncue help lists the commands)"#
        ),
        ("xyzzy", .unknownCommand, #"oncue: unknown command "xyzzy" (oncue help lists the commands)"#),
        (
            "lib", .unknownCommand,
            #"oncue: unknown command "lib"; did you mean "library"? (oncue help lists the commands)"#
        ),
        (
            "Pause", .unknownCommand,
            #"oncue: unknown command "Pause"; did you mean "pause"? (oncue help lists the commands)"#
        ),
        (
            "queue ad x", .unknownCommand,
            #"oncue queue: unknown command "ad"; did you mean "add"? (oncue help queue lists the commands)"#
        ),
        (
            "help pley", .unknownCommand,
            #"oncue: unknown command "pley"; did you mean "play"? (oncue help lists the commands)"#
        ),
        ("help pause now", .unknownCommand, #"oncue pause: has no command "now""#),
        (
            "library", .missingCommand,
            "oncue library: missing command; expected add or scan (oncue help library lists the commands)"
        ),
        ("-v", .missingCommand, "oncue: missing command (oncue help lists the commands)"),
        ("queue --jsn", .unknownOption, "oncue queue: unknown option --jsn; did you mean --json?"),
        ("queue -json", .unknownOption, "oncue queue: unknown option -json; did you mean --json?"),
        ("queue --js", .unknownOption, "oncue queue: unknown option --js; did you mean --json?"),
        ("queue -x", .unknownOption, "oncue queue: unknown option -x (oncue help queue lists the options)"),
        (
            "pause --frobnicate=1", .unknownOption,
            "oncue pause: unknown option --frobnicate (oncue help pause lists the options)"
        ),
        (
            "--json queue", .unknownOption,
            #"oncue: option --json belongs to a command; write it after the command, as in "oncue queue --json""#
        ),
        ("queue --json=yes", .unexpectedValue, #"oncue queue: option --json takes no value, but "yes" was given"#),
        ("queue --limit", .missingValue, "oncue queue: option --limit needs a value, COUNT"),
        (
            "pause --color", .missingValue,
            "oncue pause: option --color needs a value, WHEN; expected always, auto or never"
        ),
        (
            "queue -n --json", .missingValue,
            #"oncue queue: option --limit needs a value, COUNT (if "--json" is meant as the value, "#
                + #"write --limit=--json)"#
        ),
        ("queue -n 1 --limit 2", .repeatedOption, "oncue queue: option --limit was given twice; give it once"),
        (
            "pause --color alwasy", .invalidValue,
            #"oncue pause: --color: "alwasy" is not a colour mode; expected always, auto or never (did "#
                + #"you mean "always"?)"#
        ),
        (
            "repeat al", .invalidValue,
            #"oncue repeat: "al" is not a repeat mode; expected off, one or all (did you mean "all"?)"#
        ),
        ("repeat never", .invalidValue, #"oncue repeat: "never" is not a repeat mode; expected off, one or all"#),
        ("seek", .missingArgument, "oncue seek: missing POSITION; expected 1:30, 90, +10 or -10"),
        ("queue move 1", .missingArgument, "oncue queue move: missing TO (usage: oncue queue move FROM TO)"),
        (
            "queue add --next", .missingArgument,
            "oncue queue add: missing PLACE (usage: oncue queue add [--next] [--tag TAG]... PLACE...)"
        ),
        (
            "pause now", .unexpectedArgument,
            #"oncue pause: unexpected "now"; it takes no arguments (usage: oncue pause)"#
        ),
        (
            "seek 1 2", .unexpectedArgument,
            #"oncue seek: unexpected "2"; that is one argument too many (usage: oncue seek POSITION)"#
        ),
    ]

    @Test("A wrong word gets one line with what was expected", arguments: lines)
    func line(words: String, code: UsageError.Code, message: String) {
        let error = #expect(throws: UsageError.self) {
            try SampleTable.player.parse(words.split(separator: " ").map(String.init))
        }

        #expect(error?.code == code)
        #expect(error?.message == message)
    }

    @Test("A program without commands points to its help")
    func server() {
        let error = #expect(throws: UsageError.self) { try SampleTable.server.parse(["-q"]) }

        #expect(error?.message == "oncued: unknown option -q (oncued --help lists the options)")
    }

    @Test("The nearest word can be taken from the error")
    func suggestion() {
        let command = #expect(throws: UsageError.self) { try SampleTable.player.parse(["serach"]) }
        let option = #expect(throws: UsageError.self) { try SampleTable.player.parse(["search", "--limti"]) }

        #expect(command?.suggestion == "search")
        #expect(option?.suggestion == "--limit")
    }

    @Test(
        "Hostile words make one short printable line",
        arguments: [
            "\u{1B}[31mred\nline", String(repeating: "x", count: 100_000), "\u{FFFD}\u{FFFD}", "", "\0", "\u{202E}evil",
            "--\u{1B}]0;title\u{7}", "--" + String(repeating: "o", count: 10_000) + "=1", "--=", "---", "-\u{1B}", "-é",
        ])
    func hostile(word: String) {
        let error = #expect(throws: UsageError.self) { try SampleTable.player.parse([word]) }

        let message = error?.message ?? ""
        #expect(message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x202E })
        #expect(message.count < 200)
    }

    @Test("Any words give a command or an error, never a crash")
    func anyWords() {
        var generator = SeededGenerator(seed: 7)
        let pieces = [
            "queue", "add", "play", "--json", "-n", "--limit=", "--", "-", "", "=", "--help", "help", "-10", "-jn", "x",
            "--color", "never", "--version", "-vvh", "---", "-=",
        ]
        for _ in 0..<2_000 {
            let words = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                Int.random(in: 0..<8, using: &generator) == 0
                    ? generator.text(upTo: 4) : pieces[Int.random(in: 0..<pieces.count, using: &generator)]
            }
            do {
                _ = try SampleTable.player.parse(words)
            } catch {
                #expect(error.message.hasPrefix("oncue"))
                #expect(!error.message.contains("\n"))
            }
        }
    }
}
