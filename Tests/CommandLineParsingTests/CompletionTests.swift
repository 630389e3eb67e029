// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import Testing

@Suite("Completion of command lines")
struct CompletionTests {
    private static let cases: [(line: [String], words: [String])] = [
        (["q"], ["queue"]), (["queue", "add", "q"], []), (["--v"], ["--verbose", "--version"]),
        ([""], ["play", "pause", "seek", "volume", "repeat", "queue", "library", "search", "help"]),
        (["queue", ""], ["add", "move", "clear"]), (["-v", "q", "a"], ["add"]),
        (["queue", "--"], ["--json", "--limit", "--color", "--verbose", "--help"]), (["queue", "--limit", ""], []),
        (["pause", "--color", "a"], ["always", "auto"]), (["pause", "--color=n"], ["--color=never"]),
        (["queue", "-jn", ""], []), (["queue", "-jn3", "a"], ["add"]),
        (["repeat", ""], ["off", "one", "all"]), (["repeat", "--", "o"], ["off", "one"]), (["repeat", "off", ""], []),
        (["help", "s"], ["seek", "search"]), (["help", "queue", "m"], ["move"]), (["palyy", "que"], []),
    ]

    @Test("What the table knows is offered where it can stand", arguments: cases)
    func words(line: [String], words: [String]) {
        #expect(SampleTable.player.completion(of: line).words.map(\.term) == words)
    }

    @Test("A value says where its words come from, in the place of its own argument or option alone")
    func sources() {
        let table = SampleTable.player

        #expect(table.completion(of: ["play", "Kind of"]).source == .dynamic("place"))
        #expect(table.completion(of: ["play", "Kind", "of"]).source == .dynamic("place"))
        #expect(table.completion(of: ["play", "-"]).source == .none)
        #expect(table.completion(of: ["library", "add", ""]).source == .directories)
        #expect(table.completion(of: ["library", "add", "a", ""]).source == .none)
        #expect(SampleTable.server.completion(of: ["-c", "x"]).source == .files)
        let attached = SampleTable.server.completion(of: ["--config=x y"])
        #expect(attached.source == .files && attached.head == "--config=" && attached.typed == "x y")
    }

    @Test("Earlier words of the arguments are known, without options and their values")
    func arguments() {
        let request = SampleTable.player.completion(of: ["queue", "add", "--tag", "t", "a", "-t", "u", "--next", "b"])

        #expect(request.arguments == ["a"] && request.typed == "b")
    }

    @Test("A line that no command understands is completed by nothing, and breaks nothing")
    func nonsense() {
        let pieces = ["", "-", "--", "--=", "=", "-x", "queue", "help", "\u{301}", "--limit", "--limit="]
        for first in pieces {
            for second in pieces {
                for third in pieces { _ = SampleTable.player.completion(of: [first, second, third]) }
            }
        }
        #expect(SampleTable.player.completion(of: []).words.first?.term == "play")
    }

    private static let lines: [(line: String, words: [String], kept: String)] = [
        ("oncue ", ["oncue", ""], ""), ("oncue  play a", ["oncue", "play", "a"], ""),
        (#"oncue play Kind\ of\ B"#, ["oncue", "play", "Kind of B"], ""),
        (#"oncue play "Kind of B"#, ["oncue", "play", "Kind of B"], ""),
        (#"oncue play 'It"#, ["oncue", "play", "It"], ""), (#"oncue play 'It'\''s"#, ["oncue", "play", "It's"], "It'"),
        (#"oncue play "a"b"#, ["oncue", "play", "ab"], "a"),
        (#"oncue play "a\$b\c"#, ["oncue", "play", #"a$b\c"#], ""),
        ("oncue play a:b=c", ["oncue", "play", "a:b=c"], "a:b="), (#"oncue play a\:b"#, ["oncue", "play", "a:b"], ""),
        (#"oncue play "a:b"#, ["oncue", "play", "a:b"], ""),
        (#"oncue --player="a"#, ["oncue", "--player=a"], "--player="),
        ("oncue play a@b", ["oncue", "play", "a@b"], "a"), ("oncue play a:b c", ["oncue", "play", "a:b", "c"], ""),
        ("oncue play 'x' ", ["oncue", "play", "x", ""], ""),
    ]

    @Test("A line of bash is divided as bash divides it", arguments: lines)
    func readline(line: String, words: [String], kept: String) {
        let word = ReadlineWord(line: line, breaks: " \t\n\"'@><=;|&(:")

        #expect(word.words == words && word.kept == kept)
    }

    @Test("What bash inserts stands for itself, whatever is in it")
    func quoting() {
        let name = #"a'b"c$(d)`e`\f!*&;|<>~#é {"#

        func insertion(_ line: String) -> String { ReadlineWord(line: line, breaks: "\"'").insertion(name) }

        #expect(insertion("oncue ") == ##"a\'b\"c\$\(d\)\`e\`\\f\!\*\&\;\|\<\>\~\#é\ \{"##)
        #expect(insertion("oncue \"") == #"a'b\"c\$(d)\`e\`\\f!*&;|<>~#é {"#)
        #expect(insertion("oncue 'a") == #"a'\''b"c$(d)`e`\f!*&;|<>~#é {"#)
    }

    @Test("Scripts ask the program by its name", arguments: CommandTable.Shell.allCases)
    func scripts(shell: CommandTable.Shell) {
        let script = SampleTable.player.completionScript(for: shell)

        #expect(script.contains("oncue complete-words \(shell) -- ") && script.hasSuffix("\n"))
        #expect(!script.contains("Optional("))
    }
}
