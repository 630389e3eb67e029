// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("The interactive queue in a terminal")
struct QueueEditorTests {
    @Test(
        "A person plays, moves, removes, undoes, saves and leaves, sees what others change, and the terminal is as it was"
    )
    func wholeVisit() async throws {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)
        try await machine.done("library", "scan")
        try await machine.done("play", "Albums/Night Crossing")
        try await machine.done("pause")
        let terminal = try PseudoTerminal(width: 90, height: 14)
        let before = terminal.settings
        let editor = try ChildProcess(
            Products.program("oncue"), words: ["queue", "-i"].map { Array($0.utf8) },
            environment: machine.environment.merging(["TERM": "xterm"]) { $1 },
            directory: machine.directory.file("work"), terminal: terminal.programEnd)

        try await terminal.wait("what plays") { $0.hasLine("▸▶ 1  Casting Off") && $0.hasLine("Harbour Lights") }
        terminal.type("\u{1B}[1;2B")
        try await terminal.wait("it one further down") {
            $0.lines.count > 3 && $0.lines[3].hasPrefix("▸▶ 2  Casting Off")
        }
        terminal.type("kd")
        try await terminal.wait("that it is out") { $0.hasLine("Removed Open Water") && !$0.hasLine("Open Water  ") }
        #expect(try await machine.json("queue")["total"] == 2)
        terminal.type("u")
        try await terminal.wait("that it is back") { $0.hasLine("Undone: removed Open Water") }
        try await machine.done("queue", "add", "Little Gears")
        try await terminal.wait("what somebody else added") { $0.hasLine("Little Gears") }
        terminal.type("/gears")
        try await terminal.wait("the match alone") { $0.hasLine("▸  Little Gears") && !$0.hasLine("Harbour Lights") }
        terminal.type("\r")
        try await terminal.wait("it play") { $0.hasLine("▶ Little Gears") && !$0.hasLine("Harbour Lights") }
        terminal.type("\u{1B}")
        try await terminal.wait("the whole queue") { $0.hasLine("Harbour Lights") }
        terminal.type("sEvening\r")
        try await terminal.wait("that it is saved") { $0.hasLine("Saved 4 tracks as \"Evening\"") }
        terminal.resize(width: 40, height: 6)
        kill(editor.identifier, SIGWINCH)
        try await terminal.wait("a small screen") { $0.lines.count == 6 && $0.hasLine("▸▶ Little Gears") }
        terminal.type("cy")
        try await terminal.wait("that all is out") { $0.hasLine("the queue is empty") }
        terminal.type("q")

        #expect(try await editor.ending() == .exit(0))
        try await terminal.wait("the screen from before") { !$0.isAlternate && !$0.isCursorHidden }
        #expect(terminal.settings == before)
        #expect(editor.errors.text == "")
    }

    @Test("The picture in the document is what a person sees")
    func picture() async throws {
        let document = try String(
            contentsOf: URL(filePath: Products.source + "/Documentation/queue.md"), encoding: .utf8)
        let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("    1Now 2Queue") })
        let picture = lines[start...].prefix { $0.isEmpty || $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)
        try await machine.done("library", "scan")
        try await machine.done("play", "Albums/Night Crossing")
        let terminal = try PseudoTerminal(width: 80, height: 9)
        let editor = try ChildProcess(
            Products.program("oncue"), words: ["queue", "-i"].map { Array($0.utf8) },
            environment: machine.environment.merging(["TERM": "xterm"]) { $1 },
            directory: machine.directory.file("work"), terminal: terminal.programEnd)

        try await terminal.wait("what plays") { $0.hasLine("▸▶ 1  Casting Off") }
        terminal.type("j")
        try await terminal.wait("the next one") { $0.hasLine("▸  2  Open Water") }
        // On a busy machine it may have gone on before it is drawn.
        try await waitUntil("the picture is drawn; there was:\n\(terminal.screen.text)") {
            try await machine.done("seek", "0:04")
            let seen = try? await terminal.wait(
                "the picture", within: .seconds(3), until: { Transcript.matches($0.text, picture) })
            return seen != nil
        }

        terminal.type("q")
        #expect(try await editor.ending() == .exit(0))
    }

    @Test("An entry whose file is gone is marked")
    func missing() async throws {
        let machine = try await Machine()
        try machine.writeMusic("Anna.wav", "Bruno.wav")
        try await machine.done("play", "music")
        try await machine.done("pause")
        try FileManager.default.removeItem(atPath: machine.directory.file("work/music/Bruno.wav"))
        let terminal = try PseudoTerminal(width: 80, height: 9)
        let editor = try ChildProcess(
            Products.program("oncue"), words: ["queue", "-i"].map { Array($0.utf8) },
            environment: machine.environment.merging(["TERM": "xterm"]) { $1 },
            directory: machine.directory.file("work"), terminal: terminal.programEnd)

        try await terminal.wait("the mark") { screen in
            screen.lines.contains { $0.contains("Bruno") && $0.contains("unavailable") }
        }
        #expect(!terminal.screen.lines.contains { $0.contains("Anna") && $0.contains("unavailable") })

        terminal.type("q")
        #expect(try await editor.ending() == .exit(0))
    }

    @Test("Without a terminal it says what to do")
    func noTerminal() async throws {
        let machine = try await Machine()

        let result = try await machine.oncue("queue", "-i")

        #expect(result.status == 2)
        #expect(result.errors.contains("needs a terminal"))
    }
}
