// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("The configuration file and the daemon", .timeLimit(.minutes(10)))
struct ConfigurationEndToEndTests {
    private static let name = "config/oncue/oncue.conf"

    private static func line(_ daemon: ChildProcess, _ words: String...) async throws {
        _ = try await daemon.errors.waitForLine { line in words.allSatisfy { line.contains($0) } }
    }

    private static func changed(_ daemon: ChildProcess, _ key: String, _ value: String) async throws {
        try await line(daemon, "configuration: changed key=\(key) value=\(value)")
    }

    @Test("What the file says counts from the start on, and the command line goes before it")
    func start() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav")
        try machine.directory.write(Self.name, "[log]\nlevel=error\n[playback]\nresume-playing=true\n".utf8)

        // At the level of the file it would never say that it is ready.
        let first = try await machine.startDaemon("--output", "silent", "--log", "info")
        try await machine.done("play", "music")
        try await machine.waitUntilPlayed(from: 0.2)
        kill(first.identifier, SIGKILL)
        _ = try await first.ending()
        _ = try await machine.startDaemon("--output", "silent", "--log", "info")

        try await machine.waitForNow("playing on") { $0["status"] == "playing" }
    }

    @Test("A change counts at once, however it is written, and what cannot says that it waits for the next start")
    func live() async throws {
        let machine = try await Machine()
        let daemon = try await machine.startDaemon()
        let path = machine.directory.file(Self.name)

        try await machine.done("config", "set", "playback.resume-length", "41")
        try await Self.changed(daemon, "playback.resume-length", "41")
        // In the place, as some editors write, and by renaming, as others do.
        try machine.directory.write(Self.name, "[playback]\nresume-length=42\n".utf8)
        try await Self.changed(daemon, "playback.resume-length", "42")
        try machine.directory.write("config/oncue/other", "[playback]\nresume-length=43\noutput=auto,silent\n".utf8)
        #expect(rename(machine.directory.file("config/oncue/other"), path) == 0)
        try await Self.changed(daemon, "playback.resume-length", "43")
        try await machine.done("config", "set", "artwork.cache-size", "300")
        try await Self.line(daemon, "configuration: a change takes effect at the next start", "key=artwork.cache-size")
        // The machine's daemon has an output on its command line.
        try await Self.line(daemon, "the command line overrides it", "key=playback.output")
        #expect(unlink(path) == 0)
        try await Self.changed(daemon, "playback.resume-length", "20")
        // What a link leads to is followed, too.
        let target = try machine.directory.write("elsewhere.conf", "[playback]\nresume-length=44\n".utf8)
        #expect(symlink(target, path) == 0)
        try await Self.changed(daemon, "playback.resume-length", "44")
        try machine.directory.write("elsewhere.conf", "[playback]\nresume-length=45\n".utf8)
        try await Self.changed(daemon, "playback.resume-length", "45")
        // GLib tells of the link once more after two seconds, which may be how that was seen.
        try machine.directory.write("elsewhere.conf", "[playback]\nresume-length=46\n".utf8)
        try await Self.changed(daemon, "playback.resume-length", "46")
    }

    @Test("More is logged as soon as the file says so")
    func logging() async throws {
        let machine = try await Machine()
        let daemon = try await machine.startDaemon()
        #expect(!daemon.errors.text.contains(" debug "))

        try await machine.done("config", "set", "log.level", "debug")
        try await Self.changed(daemon, "log.level", "debug")
        try machine.writeMusic("a.wav")
        try await machine.done("play", "music")

        try await Self.line(daemon, " debug ")
    }

    @Test("A broken file is told with its line, and what was good last stays in force, also after a restart")
    func broken() async throws {
        let machine = try await Machine()
        try machine.directory.write(Self.name, "[playback]\nresume-length=45\n".utf8)
        let first = try await machine.startDaemon()
        #expect(try await machine.json("status")["configuration"] == .array([]))

        try machine.directory.write(Self.name, "[playback]\nresume-length=soon\n".utf8)
        let sentence = "playback.resume-length cannot be \"soon\"; expected 1 to 1440 minutes"
        try await Self.line(
            first, "error configuration: the configuration is broken", "file=" + machine.directory.file(Self.name),
            "line=2")
        #expect(
            try await machine.json("status")["configuration"]
                == .array([["line": 2, "message": .string(sentence), "fatal": true]]))
        #expect(try await machine.done("status").contains("line 2: " + sentence))
        #expect(try await machine.done("config", "get", "playback.resume-length") == "45\n")
        kill(first.identifier, SIGKILL)
        _ = try await first.ending()

        let second = try await machine.startDaemon()
        try await Self.line(second, "error configuration: the configuration is broken", "line=2")
        // From 45 this is a change; from the default it would be none.
        try machine.directory.write(Self.name, "[playback]\nresume-length=20\n".utf8)
        try await Self.changed(second, "playback.resume-length", "20")
        #expect(try await machine.json("status")["configuration"] == .array([]))
    }

    @Test("The editor that the person has chosen gets the file, and its words are no shell's")
    func editor() async throws {
        let machine = try await Machine()
        try machine.directory.write(
            "an-editor",
            "#!/bin/sh\necho \"$#:$1\" >\"$HOME/words\"\nsed -i 's/^#level=info/level=debug/' \"$2\"\n".utf8)
        chmod(machine.directory.file("an-editor"), 0o700)

        let result = try await ChildProcess.run(
            Products.program("oncue"), ["config", "edit"],
            environment: machine.environment.merging([
                "EDITOR": machine.directory.file("an-editor") + "  $(id)", "VISUAL": " ",
            ]) { $1 })

        #expect(result.status == 0, "\(result.errors)")
        let words = try String(contentsOf: URL(filePath: machine.directory.file("home/words")), encoding: .utf8)
        #expect(words == "2:$(id)\n")
        #expect(try await machine.done("config", "get", "log.level") == "debug\n")
    }
}
