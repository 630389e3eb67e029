// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import OnCueTestSupport
import Testing

/// A real notification server, dunst, on a display of its own.
@Suite("Notifications on a real server", .timeLimit(.minutes(2)))
struct RealNotificationTests {
    /// A machine with a display.
    private struct Stage {
        let machine: Machine
        let display: ChildProcess
        let environment: [String: String]

        init() async throws {
            machine = try await Machine()
            display = try ChildProcess(
                "/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp"],
                environment: machine.environment)
            let number = try await display.output.waitForLine { !$0.isEmpty }
            environment = machine.environment.merging(["DISPLAY": ":\(number)"]) { $1 }
        }

        func startServer() async throws -> ChildProcess {
            let server = try ChildProcess("/usr/bin/dunst", [], environment: environment)
            try await waitUntil("dunst answers") { try await count("displayed") != nil }
            return server
        }

        /// The number of notifications that dunst counts as so, or `nil` while it does not answer.
        func count(_ kind: String) async throws -> Int? {
            let result = try await ChildProcess.run("/usr/bin/dunstctl", ["count", kind], environment: environment)
            return result.status == 0 ? Int(result.output.filter(\.isNumber)) : nil
        }

        func shows(_ number: Int) async throws {
            try await waitUntil("\(number) are shown") { try await count("displayed") == number }
        }

        func end(_ processes: ChildProcess...) async throws {
            for process in processes + [display] { try await process.end() }
        }
    }

    @Test("It shows what there is, sums up threads, takes away what is answered, and gets all again after a restart")
    func dunst() async throws {
        let stage = try await Stage()
        let machine = stage.machine
        let first = try await stage.startServer()
        _ = try await machine.startDaemon()
        try await machine.done("notifications", "add", "Tea <b>is</b> ready", "--body", "Green & hot", "--id", "tea")
        try await stage.shows(1)
        for number in 1...3 { try await machine.done("notifications", "add", "Episode \(number)", "--thread", "show") }
        try await stage.shows(2)
        #expect(try await stage.count("waiting") == 0)
        try await machine.done("notifications", "add", "Tea is cold", "--id", "tea")
        try await stage.shows(2)

        try await first.end()
        let second = try await stage.startServer()
        try await stage.shows(2)

        try await machine.done("notifications", "answer", "tea", "dismiss")
        try await stage.shows(1)
        try await machine.done("notifications", "remove", "--all", "--yes")
        try await stage.shows(0)
        try await stage.end(second)
    }
}
