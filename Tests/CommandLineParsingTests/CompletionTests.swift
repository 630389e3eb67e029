// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import Glibc
import Testing

@Suite("Completion scripts")
struct CompletionTests {
    private static let cases: [(line: [String], candidates: [String])] = [
        (["oncue", "q"], ["queue"]),
        (["oncue", ""], ["play", "pause", "seek", "volume", "repeat", "queue", "library", "search", "help"]),
        (["oncue", "--v"], ["--version", "--verbose"]),
        (["oncue", "queue", ""], ["add", "move", "clear"]),
        (["oncue", "-v", "q", "a"], ["add"]),
        (["oncue", "queue", "--"], ["--json", "--limit", "--color", "--verbose", "--help"]),
        (["oncue", "queue", "--limit", ""], []),
        (["oncue", "pause", "--color", "a"], ["always", "auto"]),
        (["oncue", "pause", "--color", "=", "n"], ["never"]),
        (["oncue", "pause", "--color", "="], ["always", "auto", "never"]),
        (["oncue", "repeat", ""], ["off", "one", "all"]),
        (["oncue", "help", "s"], ["seek", "search"]),
        (["oncue", "play", ""], ["place::Kind of Blue", "place::album:12"]),
        (["oncue", "play", "place", "::", "K"], ["Kind of Blue"]),
        (["oncue", "play", "place", "::", "album", ":", "1"], ["12"]),
        (["oncue", "play", "\"place::K"], ["place::Kind of Blue"]),
        (["oncue", "library", "add", "/et"], ["/etc"]),
    ]

    @Test("Bash offers what can stand at the cursor", arguments: cases)
    func bash(line: [String], candidates: [String]) throws {
        let words = line.map { "'\($0)'" }.joined(separator: " ")
        let program = """
            \(SampleTable.player.completionScript(for: .bash))
            # In place of the program: candidates of the topic that it is asked for.
            oncue() { [[ $1 == complete-words ]] && printf '%s\\n' "$2::Kind of Blue" "$2::album:12"; }
            COMP_WORDS=(\(words)) COMP_CWORD=\(line.count - 1)
            _oncue
            printf '%s\\n' "${COMPREPLY[@]}"
            """

        let output = try Self.runBash(program)

        #expect(output.split(separator: "\n").map(String.init) == candidates)
    }

    @Test("Every script is complete and silent for both kinds of program", arguments: CommandTable.Shell.allCases)
    func everyShell(shell: CommandTable.Shell) {
        let player = SampleTable.player.completionScript(for: shell)
        let server = SampleTable.server.completionScript(for: shell)

        for word in ["play", "repeat", "off", "queue/add", "color", "always", "json", "oncue complete-words"] {
            #expect(player.contains(word), "\(word)")
        }
        #expect(server.contains("config"))
        #expect(player.hasSuffix("\n") && !player.contains("Optional("))
    }

    @Test("Bash accepts the script of a program without commands")
    func server() throws {
        let program = """
            \(SampleTable.server.completionScript(for: .bash))
            COMP_WORDS=(oncued --co) COMP_CWORD=1
            _oncued
            printf '%s\\n' "${COMPREPLY[@]}"
            """

        #expect(try Self.runBash(program) == "--config\n")
    }

    @Test("Zsh and fish get summaries as descriptions, quoted")
    func quoting() {
        let table = CommandTable(
            program: "x", summary: "X.", version: "1",
            commands: [CommandDefinition("do", summary: "Do what's to be done: \\all.")])

        #expect(table.completionScript(for: .zsh).contains(#"verbs=('do:Do what'\''s to be done: \all.'"#))
        #expect(table.completionScript(for: .fish).contains(#"-a do -d 'Do what\'s to be done: \\all.'"#))
    }

    /// What bash prints when it reads the program from its standard input.
    private static func runBash(_ program: String) throws -> String {
        let pipe = popen("bash --norc --noprofile 2>&1 <<'END_OF_PROGRAM'\n\(program)\nEND_OF_PROGRAM\n", "r")
        let stream = try #require(pipe)
        var output: [UInt8] = []
        while case let byte = getc(stream), byte != EOF { output.append(UInt8(truncatingIfNeeded: byte)) }
        #expect(pclose(stream) == 0)
        return String(decoding: output, as: UTF8.self)
    }
}
