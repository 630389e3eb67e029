// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("The library of a real Subsonic server", .timeLimit(.minutes(5)))
struct SubsonicTests {
    @Test("A server is added, browsed, and an album of it played without a word of the login anywhere")
    func plays() async throws {
        let machine = try await Machine()
        let server = try await Supysonic(in: machine.directory)
        let daemon = try await machine.startDaemon("--output", "silent", "--log", "debug")
        let stage = SubsonicStage(machine)

        let added = try await stage.add(server.address, "--name Home")
        #expect(added.status == 0, "\(added.errors)")
        try await stage.waitForBranch("Home")
        let sections = try await stage.titles("browse", "Home")
        let albums = try await stage.titles("browse", "Home/Albums")
        let songs = try await stage.titles("browse", "Home/Albums/Night Crossing")
        try await stage.done("play", "Home/Albums/Night Crossing")
        let now = try await machine.waitForNow("it plays") { ($0["position"]?.doubleValue ?? 0) > 0.3 }
        let queue = try await machine.json("queue")

        #expect(sections.starts(with: ["Artists", "Albums", "Recently Added"]))
        #expect(albums == ["Kitchen Table Sessions", "Night Crossing", "Postcards from the Workbench"])
        #expect(songs == ["Casting Off", "Open Water", "Harbour Lights"])
        #expect(now["title"]?.stringValue == "Casting Off")
        #expect(queue["total"]?.intValue == 3)

        var told = added.output + added.errors + now.text() + queue.text()
        for words in [["history", "--json"], ["subsonic", "--json"], ["provider", "--json"], ["info"]] {
            told += try await machine.oncue(words).output
        }
        told += try await machine.playerctl("metadata")
        told += daemon.errors.lines.joined(separator: "\n")
        let secret = String(Supysonic.password.utf8.reduce(into: "") { $0 += String($1, radix: 16) })
        #expect(!told.contains(secret) && !told.contains(Supysonic.password))
        for line in told.split(separator: "\n") where line.contains("/rest/") { #expect(!line.contains("p=enc:6")) }
    }

    @Test("A server that is added again and again under other names is shown each time")
    func addedAgain() async throws {
        let machine = try await Machine()
        let server = try await Supysonic(in: machine.directory)
        _ = try await machine.startDaemon("--output", "silent")
        let stage = SubsonicStage(machine)

        for name in ["Home", "Attic", "Cellar", "Garden", "Home", "Attic"] {
            let added = try await stage.add(server.address, "--name \(name)")
            #expect(added.status == 0, "\(added.errors)")
            try await stage.waitForBranch(name)
        }

        #expect(try await machine.json("provider")["items"]?.arrayValue?.count == 1)
    }

    /// A server with two songs of some seconds, which keeps marks in its database.
    private struct Quiet {
        let machine: Machine
        let stage: SubsonicStage
        let music: String
        var server: Supysonic

        init() async throws {
            machine = try await Machine()
            music = try machine.directory.makeDirectory("quiet")
            for (number, title) in ["Alpha", "Beta"].enumerated() {
                let result = try await ChildProcess.run(
                    "ffmpeg",
                    [
                        "-hide_banner", "-loglevel", "error", "-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono", "-t", "3",
                        "-metadata", "title=\(title)", "-metadata", "artist=The Testers", "-metadata", "album=Proofs",
                        "-metadata", "track=\(number + 1)", music + "/\(title).flac",
                    ], environment: machine.environment)
                guard result.status == 0 else { throw SupportError(result.errors) }
            }
            server = try await Supysonic(in: machine.directory, music: music)
            stage = SubsonicStage(machine)
            _ = try await machine.startDaemon("--output", "silent")
            let added = try await stage.add(server.address, "--name Home")
            guard added.status == 0 else { throw SupportError(added.errors) }
            try await stage.waitForBranch("Home")
        }

        /// What a query of a database answers, that of the server unless another is named.
        func database(_ query: String, of file: String = "supysonic/supysonic.db") async throws -> [String] {
            let script =
                "import sqlite3, sys\nfor row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print(*row)"
            let result = try await ChildProcess.run(
                "/usr/bin/python3", ["-c", script, machine.directory.file(file), query])
            guard result.status == 0 else { throw SupportError(result.errors) }
            return result.output.split(separator: "\n").map(String.init)
        }

        /// Plays a song to its end.
        func listen(_ title: String) async throws {
            try await stage.done("play", "Home/Albums/Proofs/\(title)")
            try await machine.waitForNow("\(title) has ended") { $0["status"] == "stopped" }
        }

        /// Waits until each play is told, or is not to be.
        func waitUntilPlaysAreRead() async throws {
            let last = try await database(
                "SELECT MAX(number) FROM journal WHERE kind = 'heard'", of: "data/oncue/listening.sqlite")
            let heard = try #require(last.first.flatMap { Int($0) })
            let notes = machine.directory.file("data/oncue/subsonic/home/plays.json")
            try await waitUntil("it is noted") {
                guard case .object(let logs)? = try JSONValue(parsing: Machine.text(of: notes))["numbers"] else {
                    return false
                }
                return logs.contains { ($0.value.intValue ?? 0) >= heard }
            }
        }

        /// The plays that the server was told of.
        var told: Int { server.requests.count { $0.contains("/scrobble") && $0.contains("submission=true") } }
    }

    @Test("Plays arrive once, and one while the server was away when it answers again, once, also after a restart")
    func tellsPlays() async throws {
        var quiet = try await Quiet()
        // The album plays on from there.
        try await quiet.listen("Alpha")
        try await waitUntil("both plays are told; there was \(quiet.server.requests)") { quiet.told == 2 }
        let begun = quiet.server.requests.count { $0.contains("/scrobble") && $0.contains("submission=false") }
        // A song that has ended before it could be told of is not told of any more.
        #expect(begun <= 2, "the queue that has ended waits at its first song, which does not play")

        try await quiet.stage.done("subsonic", "pin", "Home/Albums/Proofs")
        try await waitUntil("both are copied") {
            let pins = try await quiet.machine.json("subsonic")["servers"]?[0]?["pins"]
            return pins?[0]?["copies"]?.intValue == 2
        }
        let port = quiet.server.port
        try await quiet.server.process.end()
        try await quiet.listen("Beta")
        quiet.server = try await Supysonic(in: quiet.machine.directory, music: quiet.music, port: port)
        // It is found when somebody looks.
        try await waitUntil("the play is told", within: .seconds(120)) {
            _ = try? await quiet.stage.titles("browse", "Home/Albums")
            return quiet.told == 1
        }
        // Ended before it has noted the answer, it would tell that play again.
        try await quiet.waitUntilPlaysAreRead()

        let other = try await SubsonicStage.restart(quiet.machine)
        try await quiet.stage.waitForBranch("Home")
        try await quiet.listen("Alpha")
        try await waitUntil("those plays are told, and no other; there was \(quiet.server.requests)") {
            quiet.told == 3
        }
        withExtendedLifetime(other) {}
    }

    @Test("What is listened to in private is not told to the server, neither as playing nor as a play")
    func tellsNothingPrivate() async throws {
        let quiet = try await Quiet()
        /// The songs of which the server was told that they play or were heard.
        func told() -> [Substring] {
            quiet.server.requests.filter { $0.contains("/scrobble") }.compactMap { request in
                request.split(whereSeparator: { "?& ".contains($0) }).first { $0.hasPrefix("id=") }
            }
        }
        // The album plays on from there.
        try await quiet.stage.done("scrobble", "pause")
        try await quiet.listen("Alpha")
        try await quiet.waitUntilPlaysAreRead()
        #expect(told() == [])

        try await quiet.stage.done("scrobble", "resume")
        try await quiet.stage.done("scrobble", "private", "Home/Albums/Proofs/Beta")
        // A pause lasts to the end of its second.
        let end = time(nil)
        try await waitUntil("the next second has begun") { time(nil) > end }
        try await quiet.listen("Alpha")
        try await quiet.waitUntilPlaysAreRead()
        #expect(quiet.told == 1 && Set(told()).count == 1, "\(quiet.server.requests)")

        // What was private when it was heard stays so.
        try await quiet.stage.done("scrobble", "private", "--remove", "Home/Albums/Proofs/Beta")
        try await quiet.listen("Beta")
        try await quiet.waitUntilPlaysAreRead()
        #expect(quiet.told == 2 && Set(told()).count == 2, "\(quiet.server.requests)")
    }

    @Test("Stars and ratings are those of the server, in both directions")
    func marks() async throws {
        let quiet = try await Quiet()
        try await quiet.stage.done("favourite", "Home/Albums/Proofs/Alpha")
        try await quiet.stage.done("stars", "4", "Home/Albums/Proofs/Beta")

        #expect(
            try await quiet.database("SELECT title FROM starred_track JOIN track ON track.id = starred_id") == ["Alpha"]
        )
        #expect(
            try await quiet.database("SELECT title, rating FROM rating_track JOIN track ON track.id = rated_id")
                == ["Beta 4"])
        var starred: [String] = []
        try await waitUntil("the star is shown; there was \(starred)", within: .seconds(120)) {
            starred = try await quiet.stage.titles("browse", "Home/Starred")
            return starred == ["Alpha"]
        }
        try await waitUntil("the rating is shown", within: .seconds(120)) {
            let items = try? await quiet.machine.json("browse", "Home/Albums/Proofs")["items"]?.arrayValue ?? []
            return items?.last?["stars"]?.doubleValue == 4
        }
        // Supysonic keeps neither.
        #expect(!quiet.server.requests.contains { $0.contains("createBookmark") || $0.contains("savePlayQueue") })
    }
}
