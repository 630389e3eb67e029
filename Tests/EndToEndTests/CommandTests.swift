// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueCore
import OnCueTestSupport
import Testing

@Suite("The commands of oncue against the real daemon")
struct CommandTests {
    @Test("Zero configuration: play starts the daemon, plays a folder and says so on stderr")
    func playStartsEverything() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav", "b.wav")

        let result = try await machine.oncue("play", "music")

        #expect(result.status == 0)
        #expect(result.output == "")
        #expect(result.errors.contains("Playing music"))
        #expect(result.errors.contains("silent"), "that nothing is heard is said")
        #expect(try await machine.json("now")["status"]?.stringValue == "playing")
        // A worker may still be there; it ends by itself when no file has been read for a while.
        #expect(Set(machine.processes.map(\.name)).subtracting(["oncued-worker"]) == ["oncued"])
    }

    @Test("play without a place begins with what was played last when nothing is in the queue")
    func playNothing() async throws {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)
        try await machine.done("play", "Albums/Night Crossing", "--from", "2")
        let title = try await machine.json("now")["title"]
        try await machine.done("stop")
        try await machine.done("queue", "clear")

        try await machine.done("play")

        let now = try await machine.json("now")
        #expect(now["title"] == title)
        #expect(now["status"] == "playing")
        #expect(now["queueLength"] == 3)
    }

    @Test("An album of the library plays by titles, by identity, by position and by words")
    func playPlaces() async throws {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)
        let albums = try await machine.json("browse", "Albums")
        let album = try #require(albums["items"]?[1])
        let identifier = try #require(album["identifier"]?.stringValue)
        #expect(album["title"] == "Night Crossing")

        for place in ["Albums/Night Crossing", identifier, "/1/1/1", "night crossing"] {
            try await machine.done("play", place)
            let now = try await machine.json("now")
            #expect(now["album"] == "Night Crossing", "\(place)")
            #expect(now["title"] == "Casting Off", "\(place)")
            #expect(now["queueLength"] == 3, "\(place)")
        }
    }

    @Test("now --json has what is known")
    func nowJSON() async throws {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)
        try await machine.done("play", "Albums/Night Crossing")
        // It stays where it is, however long the picture takes.
        try await machine.done("pause")
        // The picture is told when it has been written.
        let follower = try machine.startOncue(["now", "--follow", "--json"].map { Array($0.utf8) })
        _ = try await follower.output.waitForLine { $0.contains("\"artUrl\":\"file://") }
        follower.send(SIGTERM)
        _ = try await follower.ending()

        // The picture may come a moment later.
        let now = try await machine.waitForNow("a picture") { $0["artUrl"] != .null }

        #expect(now["artists"]?[0] == "Inland Ferry Orchestra")
        #expect(now["trackNumber"] == 1)
        #expect(now["output"]?["silent"] == true)
        #expect(now["error"] == JSONValue.null)
        let picture = try #require(now["artUrl"]?.stringValue)
        #expect(picture.hasPrefix("file://" + machine.directory.file("cache")))
        #expect((now["duration"]?.doubleValue ?? 0) > 20)
    }

    @Test("pause, resume, toggle, stop, next and previous")
    func transport() async throws {
        let machine = try await Machine()
        try machine.writeMusic("1.wav", "2.wav", "3.wav")
        try await machine.done("play", "music")
        func state() async throws -> [JSONValue?] {
            let now = try await machine.json("now")
            return [now["status"], now["queueIndex"]]
        }

        for (command, expected) in [
            ("pause", ["paused", 0]), ("pause", ["paused", 0]), ("resume", ["playing", 0]), ("toggle", ["paused", 0]),
            ("toggle", ["playing", 0]), ("next", ["playing", 1]), ("next", ["playing", 2]),
            ("previous", ["playing", 1]),
            ("pause", ["paused", 1]), ("next", ["paused", 2]), ("stop", ["stopped", 2]), ("resume", ["playing", 2]),
            ("next", ["stopped", 2]),
        ] as [(String, [JSONValue])] {
            try await machine.done(command)
            #expect(try await state() == expected, "\(command)")
        }
    }

    @Test("seek goes to a time and by an offset")
    func seek() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav")
        try await machine.done("play", "music")
        try await machine.done("pause")
        func position() async throws -> Double { try await machine.json("now")["position"]?.doubleValue ?? -1 }

        try await machine.done("seek", "1:30")
        #expect(abs(try await position() - 90) < 0.05)
        try await machine.done("seek", "+10")
        #expect(abs(try await position() - 100) < 0.05)
        try await machine.done("seek", "-25")
        #expect(abs(try await position() - 75) < 0.05)
        try await machine.done("seek", "-10:00")
        #expect(try await position() == 0)
        #expect(try await machine.oncue("seek", "soon").status == 2)
    }

    @Test("volume sets, changes and mutes")
    func volume() async throws {
        let machine = try await Machine()

        for (words, expected) in [
            (["60"], [60, false]), (["+5"], [65, false]), (["-10"], [55, false]), (["mute"], [55, true]),
            (["unmute"], [55, false]), (["+100"], [100, false]), (["0"], [0, false]),
        ] as [([String], [JSONValue])] {
            #expect(try await machine.oncue(["volume"] + words).status == 0)
            let now = try await machine.json("now")
            #expect([now["volume"], now["muted"]] == expected, "\(words)")
        }
        #expect(try await machine.oncue("volume", "loud").status == 2)
        #expect(try await machine.oncue("volume", "101").status == 2)
    }

    @Test("queue shows, adds, moves, removes and clears")
    func queue() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav", "b.wav")
        func titles() async throws -> [String] {
            let items = try await machine.json("queue")["items"]
            guard case .array(let entries)? = items else { return [] }
            return entries.compactMap { $0["title"]?.stringValue }
        }

        try await machine.done("queue", "add", "music/a.wav")
        try await machine.done("queue", "add", "music")
        #expect(try await titles() == ["a", "a", "b"])
        try await machine.done("queue", "move", "3", "1")
        #expect(try await titles() == ["b", "a", "a"])
        try await machine.done("queue", "remove", "2")
        #expect(try await titles() == ["b", "a"])
        #expect(try await machine.oncue("queue", "remove", "7").status == 3)
        #expect(try await machine.oncue("queue", "move", "x", "1").status == 2)
        let queue = try await machine.json("queue")
        #expect(queue["total"] == 2)
        #expect(queue["items"]?[0]?["number"] == 1)
        #expect(queue["items"]?[0]?["duration"] == 180.0)
        try await machine.done("queue", "clear")

        #expect(try await titles() == [])
    }

    @Test("browse shows the roots, and pages with positions and identities")
    func browse() async throws {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)

        #expect(try await machine.json("browse")["items"]?[1]?["title"] == "Library")
        let sections = try await machine.json("browse", "Library")
        #expect(
            (0..<6).map { sections["items"]?[$0]?["title"] } == [
                "Artists", "Albums", "Tracks", "Genres", "Folders", "Recently Added",
            ])
        let page = try await machine.json("browse", "Tracks", "--offset", "2", "--limit", "3")
        #expect(page["total"] == 11)
        #expect(page["offset"] == 2)
        #expect(page["items"]?[2]?["path"] == "/1/2/4")
        #expect(page["items"]?[3] == nil)
        let text = try await machine.done("browse", "Albums")
        #expect(text.split(separator: "\n").count == 3)
        #expect(text.contains("Night Crossing"))
        let all = try await machine.json("browse", "/1/1/1")
        #expect(all["container"]?["title"] == "Night Crossing")
        #expect(all["items"]?[0]?["title"] == "Casting Off")
    }

    @Test("search finds by the beginnings of words, and ends with 3 when nothing is found")
    func search() async throws {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)

        let found = try await machine.json("search", "sold", "tea")
        let nothing = try await machine.oncue("search", "xylophone")

        #expect(found["total"] == 1)
        #expect(found["items"]?[0]?["title"] == "Solder and Tea")
        #expect(nothing.status == 3)
        #expect(nothing.output == "")
        #expect(nothing.errors.contains("xylophone"))
    }

    @Test("library adds, scans, shows and removes folders; a second scan reads only what changed")
    func library() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav", "b.wav")

        let added = try await machine.json("library", "add", "music")
        #expect(added["added"] == 2)
        try machine.writeMusic("c.wav")
        let scanned = try await machine.json("library", "scan")
        #expect([scanned["added"], scanned["unchanged"], scanned["changed"], scanned["removed"]] == [1, 2, 0, 0])
        let status = try await machine.json("library", "status")
        #expect(status["tracks"] == 3)
        #expect(status["folders"]?[0]?["path"] == .string(machine.directory.file("work/music")))
        #expect(status["failures"]?["total"] == 0)
        try await machine.done("library", "remove", "music")
        let empty = try await machine.json("library")

        #expect(empty["tracks"] == 0)
        #expect(empty["folders"] == [])
        #expect(try await machine.oncue("library", "remove", "music").status != 0)
    }

    @Test("status tells of daemon, player and library")
    func status() async throws {
        let machine = try await Machine()
        let daemon = try await machine.startDaemon()

        let status = try await machine.json("status")
        let text = try await machine.done("status")

        #expect(status["processIdentifier"] == .int(Int(daemon.identifier)))
        #expect(status["version"] == .string(ServiceVersion.current))
        #expect(status["player"]?["status"] == "stopped")
        #expect(status["library"]?["tracks"] == 0)
        #expect(text.contains("oncued"))
    }

    @Test("now --follow writes a line for every change and ends with Ctrl-C, leaving the music alone")
    func follow() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav")
        try await machine.done("play", "music")
        let words = ["now", "--follow", "--json"].map { Array($0.utf8) }
        // The picture comes late, which is a change.
        let first = try machine.startOncue(words)
        _ = try await first.output.waitForLine { $0.contains("\"artUrl\":\"file") }
        let follower = try machine.startOncue(words)
        _ = try await follower.output.waitForLine { $0.contains("\"status\":\"playing\"") }

        try await machine.done("pause")
        let line = try await follower.output.waitForLine { $0.contains("\"status\":\"paused\"") }
        #expect(try JSONValue(parsing: line)["title"] == "a")
        follower.send(SIGINT)
        let ending = try await follower.ending()

        #expect(ending == .exit(0) || ending == .signal(SIGINT) || ending == .exit(130))
        #expect(follower.output.lines.count == 2, "\(follower.output.lines)")
        #expect(try await machine.json("now")["status"] == "paused")
    }

    @Test(
        "now --follow --format goes on with the next daemon, and with --every while time passes",
        .timeLimit(.minutes(10)))
    func followFormat() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav")
        try await machine.done("play", "music")
        let words = ["now", "--follow", "--every", "100ms", "--format", "{status} {title} {volume} {position.seconds}"]
        let follower = try machine.startOncue(words.map { Array($0.utf8) })
        // It may take more than a second until it is started.
        let first = try await follower.output.waitForLine { $0.hasPrefix("playing a 100 ") }
        let second = try #require(first.split(separator: " ").last.flatMap { Double($0) }.map { Int($0) + 1 })
        _ = try await follower.output.waitForLine { line in
            let position = line.split(separator: " ").last.flatMap { Double($0) }
            return line.hasPrefix("playing a 100 ") && position.map { $0 >= Double(second) } == true
        }

        try await machine.done("quit")
        _ = try await follower.output.waitForLine { $0 == "unavailable   " }
        try await machine.done("volume", "40")
        _ = try await follower.output.waitForLine { $0.hasPrefix("paused a 40 ") }
        follower.send(SIGTERM)
        _ = try await follower.ending()

        // Until it hears of the end of the daemon it counts on, so that only those before and behind it go on.
        for status in ["playing ", "paused "] {
            let lines = follower.output.lines.filter { $0.hasPrefix(status) }
            let seconds = lines.compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
            #expect(seconds.sorted() == seconds && !seconds.isEmpty, "no line goes back: \(lines)")
        }
    }

    @Test("Help, version and wrong words need no daemon and start none")
    func noDaemonNeeded() async throws {
        let machine = try await Machine()

        for words in [["help"], ["help", "play"], ["--help"], ["--version"], ["completions", "bash"], []] {
            let result = try await machine.oncue(words)
            #expect(result.status == 0, "\(words)")
            #expect(!result.output.isEmpty, "\(words)")
        }
        for (words, hint) in [
            (["paly"], "play"), (["--jsno"], ""), (["queue", "mvoe", "1", "2"], "move"), (["seek"], "POSITION"),
        ] {
            let result = try await machine.oncue(words)
            #expect(result.status == 2, "\(words)")
            #expect(result.output == "", "\(words)")
            #expect(result.errors.split(separator: "\n").count == 1, "\(words)")
            #expect(result.errors.contains(hint), "\(words): \(result.errors)")
        }

        #expect(machine.processes.isEmpty)
    }

    @Test("A pipe that nobody reads any more ends the program without a word")
    func closedPipe() async throws {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)

        let result = try await ChildProcess.run(
            "sh", ["-c", "'\(Products.program("oncue"))' browse Tracks | head -n 1"], environment: machine.environment)

        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.output.split(separator: "\n").count == 1)
    }
}
