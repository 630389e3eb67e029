// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import Glibc
import JSON
import OnCueTestSupport
import Testing

/// The real Cantata, on a display of its own.
@Suite(
    "Cantata on OnCue", .timeLimit(.minutes(10)),
    .enabled(if: access("/usr/bin/cantata", X_OK) == 0 && access("/usr/bin/Xvfb", X_OK) == 0))
struct MPDCantataTests {
    private static let name = "org.mpris.MediaPlayer2.cantata"
    private static let player = "org.mpris.MediaPlayer2.Player"
    private static let path = "/org/mpris/MediaPlayer2"

    /// The titles that are in its own copy of the library.
    private static func titles(_ machine: Machine) async throws -> [String] {
        let script = """
            import glob, sqlite3, sys
            for file in glob.glob(sys.argv[1] + "/*.sql"):
                for row in sqlite3.connect(file).execute("SELECT DISTINCT title FROM songs ORDER BY title"): print(row[0])
            """
        let result = try await ChildProcess.run(
            "/usr/bin/python3", ["-c", script, machine.directory.file("data/cantata/library")])
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test("It reads the library, shows what plays and steers it")
    func cantata() async throws {
        let stage = try await MPDStage()
        let machine = stage.machine
        for folder in ["config", "config/cantata"] where access(machine.directory.file(folder), F_OK) != 0 {
            try machine.directory.makeDirectory(folder)
        }
        // Without this it begins with questions.
        try machine.directory.write(
            "config/cantata/cantata.conf",
            """
            [General]
            version=2.5.0
            currentConnection=

            [Connection]
            host=\(stage.socket)
            port=6600
            passwd=
            dir=\(machine.directory.file("work/music"))/

            """.utf8)
        let display = try ChildProcess(
            "/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "1000x700x24", "-nolisten", "tcp"],
            environment: machine.environment)
        let number = try await display.output.waitForLine { !$0.isEmpty }
        let cantata = try ChildProcess(
            "/usr/bin/cantata", [],
            environment: machine.environment.merging(["DISPLAY": ":\(number)", "QT_QPA_PLATFORM": "xcb"]) { $1 })
        let bus = try await #require(machine.bus).connect()

        var titles: [String] = []
        try await waitUntil("it knows the library; there was \(titles)", within: .seconds(90)) {
            titles = try await Self.titles(machine)
            return titles.count == 11
        }
        #expect(titles.contains("Casting Off") && titles.contains("Lamp Off"))

        try await machine.done("play", "Albums/Night Crossing")
        var shown: String?
        try await waitUntil("it shows what plays; there was \(shown ?? "nothing")", within: .seconds(60)) {
            let answer = try await bus.call(
                "Get", of: "org.freedesktop.DBus.Properties", at: Self.path, on: Self.name,
                [.string(Self.player), .string("Metadata")])
            shown = answer.first?.dictionaryValue?["xesam:title"]?.stringValue
            return shown == "Casting Off"
        }
        for (method, title, status) in [
            ("Next", "Open Water", "playing"), ("Pause", "Open Water", "paused"), ("Play", "Open Water", "playing"),
        ] {
            _ = try await bus.call(method, of: Self.player, at: Self.path, on: Self.name)
            _ = try await machine.waitForNow("\(method) has worked") {
                $0["title"]?.stringValue == title && $0["status"]?.stringValue == status
            }
        }

        try await cantata.end()
        withExtendedLifetime(display) {}
    }
}
