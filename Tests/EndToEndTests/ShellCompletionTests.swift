// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import FoundationEssentials
import JSON
import OnCueTestSupport
import Testing

@Suite("Completion in the shells themselves", .timeLimit(.minutes(5)))
struct ShellCompletionTests {
    /// How a shell is started without anything of the person's, and takes the script.
    private static func start(_ shell: CommandTable.Shell) -> (program: String, first: String) {
        switch shell {
        case .bash: ("bash --norc --noprofile -i", ". ./script")
        case .zsh: ("zsh -f -i", "autoload -U compinit; compinit -u -D; . ./script")
        case .fish: ("fish --no-config -i", "source ./script")
        }
    }

    @Test(
        "The name of a player is completed behind -P, --player and --player=, and the command reaches it",
        arguments: CommandTable.Shell.allCases)
    func players(shell: CommandTable.Shell) async throws {
        let machine = try await Machine()
        let bus = try #require(machine.bus)
        let player = try await FakePlayer(bus, "fake.instance7", identity: "Fake")
        let other = try await FakePlayer(bus, "forest")
        let (terminal, child) = try await Self.open(shell, on: machine)
        for (index, words) in ["-P fak", "--player fak", "--player=fak"].enumerated() {
            // The name is only complete if Tab has made it so, since no player is called "fak".
            terminal.type("oncue \(words)\t next\n")
            try await player.asked.wait(from: index) { $0 == "Next" }
        }
        terminal.type("exit\n")

        #expect(try await child.ending() == .exit(0))
        #expect(await other.calls.isEmpty)
    }
    @Test(
        "Names of every kind of character are completed into one word, quoted or not",
        arguments: CommandTable.Shell.allCases)
    func names(shell: CommandTable.Shell) async throws {
        let machine = try await Machine()
        // What is typed, and the only name that begins so.
        let cases = [
            ("Eve", "Evening star"), ("\"Mo", "Morning star"), ("it", "it's"), ("'dq", "dq \"b\""), ("'$", "$HOME"),
            ("c:", "c:d e"), ("\"k:", "k:l m"), ("x=", "x=y"), ("\\[", "[z](1)"), ("über", "Über & aus"), ("p", "p\\q"),
            ("\\#", "#1"), ("b", "back`id`tick"), ("s", "semi;colon|pipe>x"), ("@", "@home"), ("q", "q!uestion?*"),
        ]
        for (_, name) in cases { try await machine.done("playlist", "create", name) }
        // Not among the playlists.
        try machine.directory.write("work/Evenfile", [])
        let (terminal, child) = try await Self.open(shell, on: machine)

        for (number, (typed, _)) in cases.enumerated() {
            terminal.type("oncue playlist rename \(typed)\t done\(number)\n")
            try await terminal.wait("an answer for \(typed)") { $0.wasWritten("\"done\(number)\"") }
        }
        terminal.type("exit\n")

        #expect(try await child.ending() == .exit(0))
        let titles = try await machine.json("playlist", "list")["items"]?.arrayValue?.compactMap {
            $0["title"]?.stringValue
        }
        #expect(Set(titles ?? []) == Set(cases.indices.map { "done\($0)" }))
    }

    @Test(
        "Titles and values of queries in the library are completed into one word, with spaces and behind colons",
        arguments: CommandTable.Shell.allCases)
    func library(shell: CommandTable.Shell) async throws {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)
        try await machine.done("library", "scan")
        let (terminal, child) = try await Self.open(shell, on: machine)

        // Each query is saved as the shell hands it over.
        let cases = [
            ("composer:el", "composer:Elin-Farwater"), ("genre:amb", "genre:Ambient"), ("kind:alb", "kind:album"),
            ("'x artist:inl", "x artist:Inland-Ferry-Orchestra"),
        ]
        for (number, (typed, _)) in cases.enumerated() {
            terminal.type("oncue query save q\(number) \(typed)\t\n")
            try await terminal.wait("an answer for \(typed)") { $0.wasWritten("\"q\(number)\"") }
        }
        terminal.type("oncue play Nigh\t")
        try await terminal.wait("the title") { $0.text.contains("Crossing") }
        terminal.type("\n")
        try await machine.waitForNow("the album") { $0["album"] == "Night Crossing" && $0["queueLength"] == 3 }
        terminal.type("exit\n")

        #expect(try await child.ending() == .exit(0))
        let saved = try await machine.json("query", "list")["items"]?.arrayValue ?? []
        let texts = Dictionary(
            saved.map { ($0["name"]?.stringValue ?? "", $0["query"]?.stringValue ?? "") }, uniquingKeysWith: { $1 })
        for (number, (_, text)) in cases.enumerated() { #expect(texts["q\(number)"] == text) }
    }

    @Test(
        "Of names that begin alike but for their case, a list is shown, and what is typed stays",
        arguments: [CommandTable.Shell.bash, .zsh])
    func cases(shell: CommandTable.Shell) async throws {
        let machine = try await Machine()
        for name in ["mix one", "Mix Two"] { try await machine.done("playlist", "create", name) }
        let (terminal, child) = try await Self.open(shell, on: machine)

        terminal.type("oncue playlist rename mi\t")
        if shell == .bash { terminal.type("\t") }
        try await terminal.wait("both") { $0.text.contains("one") && $0.text.contains("Two") }
        terminal.type("x\\ one renamed\n")
        try await terminal.wait("an answer") { $0.wasWritten("\"renamed\"") }
        terminal.type("exit\n")

        #expect(try await child.ending() == .exit(0))
        let titles = try await machine.json("playlist", "list")["items"]?.arrayValue?.compactMap {
            $0["title"]?.stringValue
        }
        #expect(titles == ["Mix Two", "renamed"])
    }

    @Test(
        "The programs that notify, and notifications by their numbers, are completed",
        arguments: CommandTable.Shell.allCases)
    func notifications(shell: CommandTable.Shell) async throws {
        let machine = try await Machine()
        try await machine.done("notifications", "add", "Tea", "--in", "2h")
        let (terminal, child) = try await Self.open(shell, on: machine)

        terminal.type("oncue notifications settings onc\t --sound off\n")
        try await waitUntil("the sound is off") {
            try await machine.json("notifications", "settings")["items"]?[0]?["sound"] == "refused"
        }
        terminal.type("oncue notifications remove --yes p\t\n")
        try await waitUntil("it is removed") { try await machine.json("notifications", "pending")["total"] == 0 }
        terminal.type("exit\n")

        #expect(try await child.ending() == .exit(0))
    }

    @Test("Completion without a daemon starts none, and leaves no word on the terminal")
    func cold() async throws {
        let machine = try await Machine()
        for words in [["complete", "item", "night"], ["complete-words", "fish", "--", "play", "night"]] {
            let result = try await machine.oncue(words)
            #expect(result.status == 0 && result.errors.isEmpty)
        }
        #expect(try await machine.done("complete", "query", "gen") == "")
        #expect(machine.processes.isEmpty)
    }

    /// A shell on a terminal that has read the script.
    private static func open(
        _ shell: CommandTable.Shell, on machine: Machine
    ) async throws -> (PseudoTerminal, ChildProcess) {
        try machine.directory.write("work/script", (try await machine.done("completions", shell.rawValue)).utf8)
        let folder = try machine.directory.makeDirectory("programs")
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/oncue", withDestinationPath: Products.program("oncue"))
        let terminal = try PseudoTerminal(width: 120, height: 24)
        let (program, first) = start(shell)
        // A session of its own, whose terminal this is, as fish wants it; errors go there, too.
        let child = try ChildProcess(
            "setsid", words: ["--ctty", "--wait", "sh", "-c", "exec \(program) 2>&1"].map { Array($0.utf8) },
            environment: machine.environment.merging(["TERM": "xterm", "PATH": folder + ":/usr/bin:/bin"]) { $1 },
            directory: machine.directory.file("work"), terminal: terminal.programEnd)

        // zsh forgets what is typed before it reads; every shell shows its prompt when it takes key by key already.
        try await terminal.wait("a prompt") { _ in !terminal.takesLines }
        terminal.type(first + "; echo re''ady\n")
        // The next prompt of zsh clears the screen below it, and with it the word.
        try await terminal.wait("that the script is read") { $0.wasWritten("ready") }
        return (terminal, child)
    }
}
