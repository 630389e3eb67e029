// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

/// Notifications in the full-screen program, in place of the desktop, with the real programs.
@Suite("The full-screen program shows notifications", .timeLimit(.minutes(10)))
struct AppNotificationTests {
    @Test("While it is open it shows what is due in place of the desktop, and answers; then the desktop goes on")
    func watches() async throws {
        let machine = try await Machine()
        let server = try await FakeNotificationServer(.gnome48, on: try #require(machine.bus))
        _ = try await machine.startDaemon()
        try await machine.done("library", "add", Products.media)
        try await machine.done("notifications", "add", "Before")
        try await server.shows(["Before"])
        try await machine.done("notifications", "remove", "--all", "--yes")
        try await server.shows([])
        let terminal = try PseudoTerminal(width: 90, height: 24)
        let program = try ChildProcess(
            Products.program("oncue"), words: [], environment: machine.environment.merging(["TERM": "xterm"]) { $1 },
            directory: machine.directory.file("work"), terminal: terminal.programEnd)
        try await terminal.wait("the library") { $0.hasLine("▸") && $0.isAlternate }

        // It may not watch yet when its screen is there.
        try await waitUntil("it is shown there") {
            try await machine.done("notifications", "add", "Tea", "--body", "Green", "--id", "tea")
            let row = try await machine.json("notifications")["items"]?.arrayValue?.first
            return row?["state"] == "delivered" && terminal.screen.hasLine("Tea")
        }
        // The desktop shows it when the program, which watches, is late to say that it does.
        try await waitUntil("it has said that it shows it, and the desktop does not, or not any longer") {
            try await machine.done("notifications", "add", "Tea", "--body", "Green", "--id", "tea")
            var shown = ""
            try await waitUntil("somebody shows it; there was \(shown)") {
                shown = try await machine.done("notifications", "show", "tea")
                return shown.contains(" by the ")
            }
            let isLeft = try await server.shown().isEmpty
            return isLeft && shown.contains("by the watcher")
        }
        terminal.type("!")
        try await terminal.wait("what can be done") { $0.hasLine("Tea: 1 Dismiss · Enter open · Esc later") }
        terminal.type("1")
        try await waitUntil("it is answered") { try await machine.json("notifications")["total"] == 0 }
        try await terminal.wait("the line is free") { !$0.hasLine("Tea") }

        // In the background it leaves notifications to the desktop.
        terminal.type("\u{1B}[Oj")
        try await terminal.wait("that it has read so far") { $0.hasLine("▸  Albums") }
        try await machine.done("notifications", "add", "Behind")
        try await server.shows(["Behind"])
        #expect(!terminal.screen.hasLine("Behind"))
        terminal.type("q")
        #expect(try await program.ending() == .exit(0))
        try await machine.done("notifications", "add", "After")
        try await server.shows(["Behind", "After"])
    }
}
