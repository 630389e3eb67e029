// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("The interactive browser in a terminal")
struct BrowserTests {
    private func start(_ machine: Machine, _ terminal: PseudoTerminal, _ words: String...) throws -> ChildProcess {
        try ChildProcess(
            Products.program("oncue"), words: (["browse", "-i"] + words).map { Array($0.utf8) },
            environment: machine.environment.merging(["TERM": "xterm"]) { $1 },
            directory: machine.directory.file("work"), terminal: terminal.programEnd)
    }

    @Test("Ctrl-Z where no shell could continue it leaves the program as it is")
    func suspendedAlone() async throws {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)
        let terminal = try PseudoTerminal(width: 80, height: 24)
        // In a session of its own, as a terminal starts it that was told to run nothing else.
        let browser = try ChildProcess(
            "setsid", words: ["--wait", Products.program("oncue"), "browse", "-i", "Albums"].map { Array($0.utf8) },
            environment: machine.environment.merging(["TERM": "xterm"]) { $1 },
            directory: machine.directory.file("work"), terminal: terminal.programEnd)
        try await terminal.wait("the albums") { $0.hasLine("▸  Kitchen Table Sessions") && $0.isAlternate }

        terminal.type("\u{1A}")
        terminal.type("\u{1B}[B")

        try await terminal.wait("the second album") { $0.hasLine("▸  Night Crossing") && $0.isAlternate }
        terminal.type("q")
        #expect(try await browser.ending() == .exit(0))
    }

    @Test("A person opens, moves, filters, plays, resizes and leaves, and the terminal is as it was")
    func wholeVisit() async throws {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)
        let terminal = try PseudoTerminal(width: 80, height: 24)
        let before = terminal.settings
        let browser = try start(machine, terminal, "Albums")

        try await terminal.wait("the albums") { $0.hasLine("▸  Kitchen Table Sessions") && $0.isAlternate }
        terminal.type("\u{1B}[B")
        try await terminal.wait("the second album") { $0.hasLine("▸  Night Crossing") }
        terminal.type("\u{1B}[C")
        try await terminal.wait("its tracks") { $0.hasLine("Albums › Night Crossing") && $0.hasLine("Casting Off") }
        terminal.type("/water")
        try await terminal.wait("the match alone") { $0.hasLine("▸  Open Water") && !$0.hasLine("Casting Off") }
        terminal.type("\r")
        try await terminal.wait("what plays") { $0.hasLine("▶ Open Water") }
        let now = try await machine.json("now")
        #expect(now["title"] == "Open Water")
        #expect(now["queueLength"] == 3)

        terminal.type("\u{1B}")
        try await terminal.wait("the whole album") { $0.hasLine("Casting Off") }
        terminal.resize(width: 40, height: 6)
        kill(browser.identifier, SIGWINCH)
        try await terminal.wait("a small screen") { $0.lines.count == 6 && $0.hasLine("▸▶ Open Water") }
        terminal.type(" ")
        try await terminal.wait("a pause") { $0.hasLine("‖ Open Water") }
        terminal.type("q")

        #expect(try await browser.ending() == .exit(0))
        try await terminal.wait("the screen from before") { !$0.isAlternate && !$0.isCursorHidden }
        #expect(terminal.settings == before)
        #expect(browser.errors.text == "")
    }

    @Test("On the screens of lists, Enter plays what follows as well, and d removes an entry of a playlist")
    func lists() async throws {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)
        try await machine.done("search", "genre:folk", "--to", "Mix")
        let terminal = try PseudoTerminal(width: 90, height: 24)
        let program = try ChildProcess(
            Products.program("oncue"), words: [], environment: machine.environment.merging(["TERM": "xterm"]) { $1 },
            directory: machine.directory.file("work"), terminal: terminal.programEnd)
        try await terminal.wait("the library") { $0.hasLine("▸  Artists") && $0.isAlternate }

        terminal.type("5")
        try await terminal.wait("the playlist") { $0.hasLine("▸  Mix") }
        terminal.type("\r")
        try await terminal.wait("its entries") { $0.hasLine("▸  Kettle Song") && $0.hasLine("Solder and Tea") }
        terminal.type("d")
        try await terminal.wait("the rest") { $0.hasLine("▸  Two Chairs") && !$0.hasLine("   Kettle Song") }
        terminal.type("\r")
        try await terminal.wait("what plays") { $0.hasLine("▶ Two Chairs") }
        #expect(try await machine.json("now")["queueLength"] == 2)
        terminal.type("3jj\r")
        try await terminal.wait("the tracks") { $0.hasLine("▸  Café, Half Past Four") }
        terminal.type("\r")
        try await terminal.wait("another track") { $0.hasLine("▶ Café, Half Past Four") }
        #expect(try await machine.json("now")["queueLength"] == 11)

        terminal.type("q")
        #expect(try await program.ending() == .exit(0))
        #expect(try await machine.json("playlist", "show", "Mix")["total"] == 2)
    }

    @Test(
        "The terminal is given back on Ctrl-C, SIGTERM and while the program stands still",
        arguments: ["\u{3}", "term"])
    func givenBack(way: String) async throws {
        let machine = try await Machine()
        let terminal = try PseudoTerminal(width: 60, height: 12)
        let before = terminal.settings
        let browser = try start(machine, terminal)
        try await terminal.wait("the top") { $0.hasLine("▸  For You") && $0.isAlternate }

        kill(browser.identifier, SIGTSTP)
        try await terminal.wait("the terminal while it stands still") { !$0.isAlternate && !$0.isCursorHidden }
        #expect(terminal.settings == before)
        try await waitUntilStanding(browser)
        kill(browser.identifier, SIGCONT)
        try await terminal.wait("the browser again") { $0.isAlternate && $0.hasLine("▸  For You") }
        if way == "term" { kill(browser.identifier, SIGTERM) } else { terminal.type(way) }

        #expect(try await browser.ending() == .exit(0))
        try await terminal.wait("the screen from before") { !$0.isAlternate && !$0.isCursorHidden }
        #expect(terminal.settings == before)
    }

    /// Waits until a process stands still; it gives the terminal back a moment before, and to go on means nothing then.
    private func waitUntilStanding(_ process: ChildProcess) async throws {
        let status = URL(filePath: "/proc/\(process.identifier)/status")
        try await waitUntil("the browser stands still") {
            try String(contentsOf: status, encoding: .utf8).contains("State:\tT")
        }
    }

    @Test("The terminal is given back when the program crashes", arguments: [SIGABRT, SIGSEGV])
    func crashes(number: Int32) async throws {
        let machine = try await Machine()
        let terminal = try PseudoTerminal(width: 60, height: 12)
        let before = terminal.settings
        let browser = try start(machine, terminal)
        try await terminal.wait("the top") { $0.hasLine("▸  For You") && $0.isAlternate }

        kill(browser.identifier, number)

        #expect(try await browser.ending() == .signal(number))
        try await terminal.wait("the screen from before") { !$0.isAlternate && !$0.isCursorHidden }
        #expect(terminal.settings == before)
    }

    @Test("When the daemon is killed, the next key starts another one")
    func daemonKilled() async throws {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)
        let terminal = try PseudoTerminal(width: 80, height: 24)
        let browser = try start(machine, terminal)
        try await terminal.wait("the top") { $0.hasLine("▸  For You") && $0.isAlternate }
        terminal.type("\u{1B}[B")
        try await terminal.wait("the next branch") { $0.hasLine("▸  Library") }

        for process in machine.processes where process.name == "oncued" { kill(process.identifier, SIGKILL) }
        try await terminal.wait("that no daemon runs") { $0.hasLine("oncued is not running") }
        terminal.type("\r")
        try await terminal.wait("what is in the library") {
            $0.hasLine("▸  Artists") && $0.hasLine("nothing is playing")
        }
        terminal.type("q")

        #expect(try await browser.ending() == .exit(0))
    }
}
