// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import Glibc
import JSON
import OnCueTestSupport
import Testing

/// Real notification servers, dunst and that of Xfce, each on a display of its own.
@Suite("Notifications on real servers", .timeLimit(.minutes(10)))
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

        /// Starts the server of Xfce; returns when it is on the bus.
        func startXfce() async throws -> ChildProcess {
            let bus = try await #require(machine.bus).connect()
            let server = try ChildProcess(try #require(Self.xfce), [], environment: environment)
            try await waitUntil("xfce4-notifyd is there") {
                try await bus.owner(of: FakeNotificationServer.name) != nil
            }
            return server
        }

        /// Its program is in a folder for the kind of the machine.
        private static let xfce: String? = {
            let kinds = ["x86_64-linux-gnu", "aarch64-linux-gnu", "arm-linux-gnueabihf", "riscv64-linux-gnu"]
            let places = kinds.map { "/usr/lib/" + $0 + "/xfce4/notifyd/xfce4-notifyd" }
            return places.first { access($0, X_OK) == 0 }
        }()

        /// The windows that show notifications, as the display has them: width, height and place, as 270x96+354+16.
        func windows() async throws -> [String] {
            let tree = try await ChildProcess.run("/usr/bin/xwininfo", ["-root", "-tree"], environment: environment)
            let own = tree.output.split(separator: "\n").filter { $0.contains("\"Xfce4-notifyd\"") }
            // One shows nothing: it stands for the program.
            return own.compactMap { $0.split(separator: " ").first { $0.contains("+") }.map(String.init) }
                .filter { !$0.hasPrefix("10x10+") }
        }

        /// Clicks with the mouse on one.
        func click(_ window: String) async throws {
            let parts = window.split { "x+".contains($0) }.compactMap { Int($0) }
            try #require(parts.count == 4, "\(window)")
            let mouse = ["mousemove", "\(parts[2] + parts[0] / 2)", "\(parts[3] + parts[1] / 2)", "click", "1"]
            let result = try await ChildProcess.run("/usr/bin/xdotool", mouse, environment: environment)
            guard result.status == 0 else { throw SupportError("xdotool \(mouse): \(result.errors)") }
        }

        func hasWindows(_ number: Int) async throws {
            var last: [String] = []
            try await waitUntil("\(number) windows; there was \(last)") {
                last = try await windows()
                return last.count == number
            }
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
        // Those that are not urgent leave the screen by themselves after ten seconds.
        func add(_ title: String, _ option: String, _ value: String) async throws {
            try await machine.done("notifications", "add", title, "--urgency", "critical", option, value)
        }
        try await machine.done(
            "notifications", "add", "Tea <b>is</b> ready", "--body", "Green & hot", "--id", "tea", "--urgency",
            "critical")
        try await stage.shows(1)
        for number in 1...3 { try await add("Episode \(number)", "--thread", "show") }
        try await stage.shows(2)
        #expect(try await stage.count("waiting") == 0)
        try await add("Tea is cold", "--id", "tea")
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

    @Test(
        "That of Xfce shows, sums up and replaces as well; a click on it is the answer; after a restart all come again")
    func xfce() async throws {
        let stage = try await Stage()
        let machine = stage.machine
        let client = try await #require(machine.bus).connect()
        let first = try await stage.startXfce()
        _ = try await machine.startDaemon()
        /// Has one shown until it is answered: others leave the screen by themselves.
        func add(_ identifier: String, _ title: String, thread: String = "") async throws {
            try await client.call(
                "Add", of: "org.oncue.UserNotifications1", at: StoryStage.path, on: StoryStage.service,
                [
                    .string(""),
                    .dictionary([
                        "identifier": .string(identifier), "title": .string(title), "thread": .string(thread),
                        "urgency": .string("critical"),
                    ]),
                ])
        }
        func total() async throws -> Int? { try await machine.json("notifications")["total"]?.intValue }
        try await add("tea", "Tea <b>is</b> ready")
        try await stage.hasWindows(1)
        for number in 1...3 { try await add("episode \(number)", "Episode \(number)", thread: "show") }
        try await stage.hasWindows(2)
        let before = try await stage.windows()
        try await add("tea", "Tea is cold, and has been so since half past four")
        try await waitUntil("it is replaced") {
            let now = try await stage.windows()
            return now.count == 2 && now != before
        }

        try await first.end()
        try await stage.hasWindows(0)
        let second = try await stage.startXfce()
        try await stage.hasWindows(2)
        try await machine.done("notifications", "answer", "tea", "dismiss")
        try await stage.hasWindows(1)
        #expect(try await total() == 3)

        try await stage.click(try #require(try await stage.windows().first))
        try await waitUntil("all of the thread are answered") { try await total() == 0 }
        try await stage.hasWindows(0)
        try await stage.end(second)
    }
}
