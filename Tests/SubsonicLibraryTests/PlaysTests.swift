// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import SubsonicProtocol
import Testing

@testable import SubsonicLibrary

@Suite("What a server is told of listening", .timeLimit(.minutes(10)))
@MediaActor
struct PlaysTests {
    private final class Reports: ListeningReports {
        var journal: [JournalEntry] = []
        var queued: [String] = []
        /// Identifiers of which the server may not be told.
        var hidden: Set<String> = []
        private(set) var looks = 0
        /// The identifiers of which it was asked whether the server may be told.
        private(set) var questions: [[String]] = []

        /// The numbers are those in the list, whatever the times.
        func entries(
            of busName: String, after numbers: [String: Int64], since time: Int64
        ) async -> (entries: [JournalEntry], end: [String: Int64])? {
            looks += 1
            let numbered = journal.enumerated().map { index, entry in
                var entry = entry
                (entry.log, entry.number) = ("own", Int64(index + 1))
                return entry
            }
            let behind = numbered.filter { entry in
                numbers["own"].map { entry.number ?? 0 > $0 } ?? (entry.time >= time)
            }
            return (behind, behind.isEmpty ? numbers : ["own": Int64(journal.count)])
        }

        func queue() async -> [String] { queued }

        func tellable(_ identifiers: [String]) async -> [String] {
            questions.append(identifiers)
            return identifiers.filter { !hidden.contains($0) }
        }
    }

    /// A network that changes as a test wants, and pauses that end when it wants.
    @MediaActor
    private final class World {
        @MediaActor
        private final class Watch: Sendable {
            private let world: World

            init(_ world: World) { self.world = world }

            isolated deinit { world.networkChanges = nil }
        }

        private(set) var networkChanges: (@MediaActor () -> Void)?
        private(set) var pauses: [Duration] = []
        var endsPause = false

        func makeRetry() -> PlaysRetry {
            PlaysRetry { handler in
                self.networkChanges = handler
                return Watch(self)
            } sleep: { pause in
                self.pauses.append(pause)
                while !self.endsPause { try await MediaActor.sleep(for: .milliseconds(5)) }
                self.endsPause = false
            }
        }
    }

    private let directory: TemporaryDirectory
    private let files: SubsonicFiles
    private let server: ScriptedServer
    private let reports = Reports()
    private let world = World()

    init() throws {
        directory = try TemporaryDirectory()
        files = SubsonicFiles(folder: directory.file("subsonic"))
        server = try ScriptedServer(["ping": "", "scrobble": "", "createBookmark": "", "savePlayQueue": ""])
    }

    private var file: String { files.folder(of: "home") + "/plays.json" }

    /// The number of the last entry that was told.
    private func told() throws -> Int? { try files.json(file)?["numbers"]?["own"]?.intValue }

    /// What was told: the methods that change something.
    private var asked: [String] {
        server.asked.filter { line in ["scrobble", "createB", "savePlay"].contains { line.hasPrefix($0) } }
    }

    private func makePlays(
        now: Int64 = 1000, at other: ScriptedServer? = nil, deadline: Duration = SubsonicConnection.deadline
    ) throws -> SubsonicPlays {
        let connection = try (other ?? server).connect(deadline: deadline)
        let source = SubsonicSource(connection, patience: .seconds(60))
        return SubsonicPlays(connection, source, in: files, reports: reports, retry: world.makeRetry()) { now }
    }

    private func entry(
        _ kind: JournalEntry.Kind, _ id: String, at time: Int64, position: Duration = .zero, duration: Duration? = nil
    ) -> JournalEntry {
        let identifier = ContentIdentifier(kind: .provided, key: "org.oncue.Subsonic.home/song:" + id)
        return JournalEntry(
            kind, JournalEntry.Subject(identifier: identifier, title: id, duration: duration), at: time,
            position: position,
            cause: .user)
    }

    @Test("Plays are sent in order and once, what was sent is kept at once, and one that is refused blocks no other")
    func order() async throws {
        try files.write(["time": 100, "count": 0], to: file)
        server.set("scrobble s2", HTTPServer.Response(500))
        reports.journal = [entry(.heard, "s1", at: 200), entry(.heard, "s2", at: 300), entry(.heard, "s3", at: 300)]
        func sent(_ id: String, _ time: Int) -> String { "scrobble id=\(id) submission=true time=\(time)000" }
        let plays = try makePlays()

        for count in 2...3 {
            plays.update()
            try await waitUntil("s2 is refused") { asked.count == count }
            #expect(try told() == 1)
        }
        plays.update()
        try await waitUntil("all is told; there was \(asked)") { try asked.count == 5 && told() == 3 }
        let next = try makePlays()
        let looks = reports.looks
        next.update()
        try await waitUntil("it has looked again") { reports.looks > looks }

        #expect(asked == [sent("s1", 200), sent("s2", 300), sent("s2", 300), sent("s2", 300), sent("s3", 300)])
        withExtendedLifetime((plays, next)) {}
    }

    /// Answers that say nothing about the play itself.
    private nonisolated static let elsewhere = [
        HTTPServer.Response(404), HTTPServer.Response(403), HTTPServer.Response(405), ScriptedServer.error(10),
        ScriptedServer.error(20), ScriptedServer.error(41), ScriptedServer.error(50), ScriptedServer.error(60),
    ]

    @Test("A play waits while the server takes none, and with it those behind it", arguments: elsewhere)
    func waitsForServer(_ answer: HTTPServer.Response) async throws {
        try files.write(["since": 100, "numbers": ["own": 0]], to: file)
        server.set("scrobble", answer)
        reports.journal = [entry(.heard, "s1", at: 200), entry(.heard, "s2", at: 300), entry(.heard, "s3", at: 400)]
        let plays = try makePlays()

        for count in 1...5 {
            plays.update()
            try await waitUntil("s1 is tried; there was \(asked)") {
                asked.count == count && world.pauses.count == count
            }
        }
        #expect(try told() == 0)
        server.set("scrobble", "")
        plays.update()
        try await waitUntil("all are told; there was \(asked)") { try told() == 3 }

        #expect(asked.map { $0.split(separator: " ")[1] } == Array(repeating: "id=s1", count: 6) + ["id=s2", "id=s3"])
    }

    @Test("A play of a song that is gone is passed over, and one that the server refuses after the third time")
    func leftOut() async throws {
        try files.write(["since": 100, "numbers": ["own": 0]], to: file)
        server.set("scrobble s1", ScriptedServer.error(70))
        server.set("scrobble s2", ScriptedServer.error(0))
        reports.journal = [entry(.heard, "s1", at: 200), entry(.heard, "s2", at: 300), entry(.heard, "s3", at: 400)]
        let plays = try makePlays()

        for count in 1...2 {
            plays.update()
            try await waitUntil("s2 is refused; there was \(asked)") {
                asked.count == count + 1 && world.pauses.count == count
            }
            #expect(try told() == 1)
        }
        plays.update()
        try await waitUntil("all is told; there was \(asked)") { try told() == 3 }

        #expect(asked.map { $0.split(separator: " ")[1] } == ["id=s1", "id=s2", "id=s2", "id=s2", "id=s3"])
    }

    @Test("A position that the server does not take keeps no play back")
    func refusedPosition() async throws {
        try files.write(["since": 100, "numbers": ["own": 0]], to: file)
        server.set("getBookmarks", #""bookmarks":{}"#)
        server.set("createBookmark", ScriptedServer.error(50))
        reports.journal = [
            entry(.left, "s1", at: 200, position: .seconds(100), duration: .seconds(1200)),
            entry(.heard, "s2", at: 300),
        ]
        let plays = try makePlays()

        for count in 1...2 {
            plays.update()
            try await waitUntil("it is refused; there was \(asked)") {
                asked.count == count && world.pauses.count == count
            }
        }
        plays.update()
        try await waitUntil("the play is told; there was \(asked)") { try told() == 2 }

        #expect(asked.last == "scrobble id=s2 submission=true time=300000")
    }

    @Test(
        "A clock that was ahead when the server was added does not end the telling, and nothing is told of the future")
    func clock() async throws {
        try files.write(["time": 90_000, "count": 1], to: file)
        let plays = try makePlays(now: 1000)

        plays.update()
        try await waitUntil("it begins from now") { try files.json(file)?["since"]?.intValue == 1000 }
        reports.journal = [entry(.heard, "s1", at: 1001), entry(.heard, "s2", at: 90_000)]
        plays.update()
        try await waitUntil("both are told") { try told() == 2 }

        #expect(
            asked == [
                "scrobble id=s1 submission=true time=1000000", "scrobble id=s2 submission=true time=1000000",
            ])
    }

    @Test("A clock that goes back makes nothing be told twice, and nothing be lost")
    func clockGoesBack() async throws {
        try files.write(["since": 100, "numbers": ["own": 0]], to: file)
        reports.journal = [entry(.heard, "s1", at: 900), entry(.heard, "s2", at: 901)]
        let plays = try makePlays()
        plays.update()
        try await waitUntil("both are told") { try told() == 2 }

        reports.journal += [entry(.heard, "s3", at: 300), entry(.heard, "s1", at: 900)]
        let later = try makePlays(now: 310)
        later.update()
        try await waitUntil("all is told; there was \(asked)") { try told() == 4 }

        #expect(asked.map { $0.split(separator: " ")[1] } == ["id=s1", "id=s2", "id=s3", "id=s1"])
        withExtendedLifetime((plays, later)) {}
    }

    @Test("Long songs become bookmarks, and the queue is saved, though nobody has looked at the server")
    func bookmarks() async throws {
        try files.write(["time": 100, "count": 0], to: file)
        server.set("getBookmarks", #""bookmarks":{}"#)
        server.set("getPlayQueue", #""playQueue":{}"#)
        reports.journal = [entry(.left, "s1", at: 200, position: .seconds(100), duration: .seconds(1200))]
        reports.queued = [
            "provided:org.oncue.Subsonic.home/song:s1", "track:7", "provided:org.oncue.Subsonic.home/song:s2",
        ]
        let plays = try makePlays()

        plays.nowPlaying(Self.identifier("s2"), .playing)
        try await waitUntil("the queue is saved; there was \(asked)") { asked.contains { $0.hasPrefix("savePlay") } }

        #expect(
            asked == [
                "createBookmark id=s1 position=100000", "scrobble id=s2 submission=false",
                "savePlayQueue id=s1 id=s2 current=s2 position=0",
            ])
    }

    @Test("Positions that the server was told are kept apart, and those that are erased are not written again")
    func erasedPositions() async throws {
        try files.write(["since": 100, "numbers": ["own": 0], "bookmarks": ["s9": 5000]], to: file)
        server.set("getBookmarks", #""bookmarks":{}"#)
        server.set("getPlayQueue", #""playQueue":{}"#)
        let positions = files.folder(of: "home") + "/positions.json"
        func left(_ id: String, _ time: Int64) -> JournalEntry {
            entry(.left, id, at: time, position: .seconds(100), duration: .seconds(1200))
        }
        reports.journal = [left("s1", 200)]
        let plays = try makePlays()
        plays.update()
        try await waitUntil("it is told") { try told() == 1 }
        #expect(try files.json(positions)?.text() == #"{"s1":100000,"s9":5000}"#)
        #expect(try files.json(file)?.text().contains("bookmarks") == false)

        unlink(positions)
        reports.journal.append(left("s2", 300))
        plays.update()
        try await waitUntil("it is told, too") { try told() == 2 }
        #expect(try files.json(positions)?.text() == #"{"s2":100000}"#)
        withExtendedLifetime(plays) {}
    }

    private static func identifier(_ id: String) -> String { "provided:org.oncue.Subsonic.home/song:" + id }

    @Test(
        "Only what is heard is told as playing: not the song at which a queue waits, before it begins or when it has ended"
    )
    func heardOnly() async throws {
        try files.write(["time": 100, "count": 0], to: file)
        reports.queued = ["s1", "s2"].map(Self.identifier)
        let plays = try makePlays()
        func begun(_ ids: String...) async throws {
            try await waitUntil("\(ids) are told; there was \(asked)") { asked.count == ids.count }
            #expect(asked == ids.map { "scrobble id=\($0) submission=false" })
        }

        plays.nowPlaying(Self.identifier("s1"), .stopped)
        plays.nowPlaying(Self.identifier("s1"), .loading)
        plays.nowPlaying(Self.identifier("s1"), .playing)
        try await begun("s1")
        plays.nowPlaying(Self.identifier("s1"), .paused)
        plays.nowPlaying(Self.identifier("s1"), .playing)
        plays.nowPlaying(Self.identifier("s2"), .playing)
        try await begun("s1", "s2")
        plays.nowPlaying(Self.identifier("s1"), .stopped)
        plays.nowPlaying(Self.identifier("s1"), .paused)
        plays.nowPlaying("track:1", .playing)
        plays.nowPlaying(nil, .stopped)
        plays.nowPlaying(Self.identifier("s2"), .playing)
        try await begun("s1", "s2", "s2")
    }

    @Test("What is private is passed over, and neither told as playing nor as waiting in the queue")
    func privateListening() async throws {
        try files.write(["time": 100, "count": 0], to: file)
        server.set("getBookmarks", #""bookmarks":{}"#)
        server.set("getPlayQueue", #""playQueue":{}"#)
        var heard = entry(.heard, "s1", at: 200)
        var left = entry(.left, "s1", at: 210, position: .seconds(100), duration: .seconds(1200))
        (heard.isPrivate, left.isPrivate) = (true, true)
        reports.journal = [heard, left, entry(.heard, "s2", at: 300)]
        reports.queued = ["s1", "s2", "s3"].map(Self.identifier)
        reports.hidden = [Self.identifier("s1")]
        let plays = try makePlays()

        plays.nowPlaying(Self.identifier("s1"), .playing)
        try await waitUntil("it has asked for s1") { reports.questions == [[Self.identifier("s1")]] }
        plays.nowPlaying(Self.identifier("s2"), .playing)
        try await waitUntil("the queue is saved; there was \(asked)") { asked.contains { $0.hasPrefix("savePlay") } }

        #expect(
            asked == [
                "scrobble id=s2 submission=true time=300000", "scrobble id=s2 submission=false",
                "savePlayQueue id=s2 id=s3 current=s2 position=0",
            ])
        #expect(try told() == 3)
    }

    @Test("What waits is told after growing pauses, or when the network has changed; else nothing wakes up")
    func waiting() async throws {
        try files.write(["time": 100, "count": 0], to: file)
        server.set("scrobble", HTTPServer.Response(500))
        let plays = try makePlays()
        plays.update()
        try await waitUntil("it has looked") { reports.looks == 1 }
        reports.journal = [entry(.heard, "s1", at: 200)]

        plays.update()
        try await waitUntil("it waits") { world.pauses.count == 1 && world.networkChanges != nil }
        world.endsPause = true
        try await waitUntil("it has tried again") { world.pauses.count == 2 }
        #expect(world.pauses[0] > .seconds(30) && world.pauses[0] <= .seconds(60))
        #expect(world.pauses[1] > .seconds(90) && world.pauses[1] <= .seconds(120))
        server.set("scrobble", "")
        world.networkChanges?()
        try await waitUntil("it is told, and nothing waits any longer") {
            try told() == 1 && world.networkChanges == nil
        }

        #expect(asked.count == 3 && world.pauses.count == 2)
        withExtendedLifetime(plays) {}
    }

    @Test("A server that could not be reached is asked once when the network has changed, though it rests")
    func unreachable() async throws {
        try files.write(["time": 100, "count": 0], to: file)
        reports.journal = [entry(.heard, "s1", at: 200)]
        var gone: HTTPServer? = try HTTPServer { _ in .text("") }
        let port = try #require(gone?.port)
        gone = nil
        let address = try SubsonicAddress("http://127.0.0.1:\(port)")
        let connection = SubsonicConnection(
            SubsonicServer(key: "home", name: "Home", address: address, user: "joe"),
            .token(user: "joe", password: "sesame", salt: "c19b2d"), rest: SubsonicRest(first: .seconds(200)))
        let source = SubsonicSource(connection, patience: .seconds(60))
        let plays = SubsonicPlays(connection, source, in: files, reports: reports, retry: world.makeRetry()) { 1000 }
        plays.update()
        try await waitUntil("it waits") { world.pauses.count == 1 && world.networkChanges != nil }
        #expect(connection.isResting)
        var back: HTTPServer?
        try await waitUntil("the port is free") {
            back = try? HTTPServer(port: port) { _ in ScriptedServer.answer("") }
            return back != nil
        }

        world.networkChanges?()
        try await waitUntil("it is told") { try told() == 1 }

        #expect(back?.requests.contains { $0.path.contains("/scrobble") } == true)
        withExtendedLifetime(plays) {}
    }

    @Test("A server that was removed is told nothing more")
    func ended() async throws {
        try files.write(["time": 100, "count": 0], to: file)
        var slow = ScriptedServer.answer("")
        slow.pauses = [HTTPServer.Pause(before: 10, length: .seconds(5))]
        server.set("scrobble", slow)
        reports.journal = [entry(.heard, "s1", at: 200), entry(.heard, "s2", at: 300)]
        let plays = try makePlays()
        plays.update()
        try await waitUntil("the first one is on its way") { asked.count == 1 }

        plays.end()
        server.set("scrobble", "")
        plays.update()
        let other = try makePlays()
        other.update()
        try await waitUntil("the other one has told both") { try told() == 2 }

        #expect(asked.count == 3)
        withExtendedLifetime((plays, other)) {}
    }

    // MARK: Long queues

    /// Names as long as those of Navidrome.
    private static func longName(_ number: Int) -> String {
        let digits = String(number)
        return "0123456789abcdef-0123456789abcdef-" + String(repeating: "0", count: 3 - digits.count) + digits
    }

    /// The songs of the last queue that a server was told.
    private static func saved(_ server: ScriptedServer) -> [String] {
        let line = server.asked.last { $0.hasPrefix("savePlay") } ?? ""
        return line.split(separator: " ").filter { $0.hasPrefix("id=") }.map { String($0.dropFirst(3)) }
    }

    @Test("Of a long queue, a server that takes no long requests gets the part around the current song")
    func longQueue() async throws {
        try files.write(["since": 100, "numbers": [:]], to: file)
        let names = (0..<500).map(Self.longName)
        let server = try ScriptedServer(
            [
                "ping": "", "scrobble": "", "savePlayQueue": "", "getBookmarks": #""bookmarks":{}"#,
                "getPlayQueue": #""playQueue":{}"#,
            ], longest: 4_080)
        reports.queued = names.map(Self.identifier)
        let plays = try makePlays(at: server)

        plays.nowPlaying(Self.identifier(names[60]), .playing)
        try await waitUntil("a queue is sent") { !Self.saved(server).isEmpty }

        let saved = Self.saved(server)
        let start = try #require(names.firstIndex(of: saved[0]))
        #expect(saved == Array(names[start...].prefix(saved.count)), "it is one part of the queue")
        #expect(saved.count > 50 && start < 60 && start + saved.count > 100, "\(start) \(saved.count)")
        let requests = server.web.requests.filter { $0.path.contains("savePlayQueue") }
        #expect(requests.count == 1 && requests[0].path.utf8.count <= 4_080)
        withExtendedLifetime(plays) {}
    }

    @Test("A server that takes forms gets a long queue as a whole")
    func longQueueAsForm() async throws {
        try files.write(["since": 100, "numbers": [:]], to: file)
        let names = (0..<500).map(Self.longName)
        let server = try ScriptedServer(
            [
                "ping": "", "scrobble": "", "savePlayQueue": "", "getBookmarks": #""bookmarks":{}"#,
                "getPlayQueue": #""playQueue":{}"#,
                "getOpenSubsonicExtensions": #""openSubsonicExtensions":[{"name":"formPost","versions":[1]}]"#,
            ], longest: 4_080)
        reports.queued = names.map(Self.identifier)
        let plays = try makePlays(at: server)

        plays.nowPlaying(Self.identifier(names[60]), .playing)
        try await waitUntil("a queue is sent") { !Self.saved(server).isEmpty }

        #expect(Self.saved(server) == names)
        let request = try #require(server.web.requests.last { $0.path.contains("savePlayQueue") })
        #expect(request.path == "/rest/savePlayQueue")
        #expect(request.fields["content-type"] == "application/x-www-form-urlencoded")
        withExtendedLifetime(plays) {}
    }

    // MARK: Lost answers

    /// The connection ends before the answer.
    private static let lost = HTTPServer.Response(200, [], [], promised: 500)

    private var times: [String: Int] {
        Dictionary(asked.map { (String($0.split(separator: " ")[1].dropFirst(3)), 1) }, uniquingKeysWith: +)
    }

    @Test(
        "A play whose answer is lost is not sent again if the server has it by its time, or has just noted it",
        arguments: ["1970-01-01T00:03:20Z", "1970-01-01T00:16:42.5Z"])
    func lostAnswer(played: String) async throws {
        try files.write(["since": 100, "numbers": ["own": 0]], to: file)
        server.set("scrobble s1", Self.lost)
        reports.journal = [entry(.heard, "s1", at: 200), entry(.heard, "s2", at: 300)]
        let plays = try makePlays()
        plays.update()
        try await waitUntil("s1 is sent") { asked.count == 1 && world.pauses.count == 1 }
        #expect(try told() == 0)

        server.set("getSong s1", #""song":{"id":"s1","title":"One","played":"\#(played)"}"#)
        plays.update()
        try await waitUntil("both are told; there was \(asked)") { try told() == 2 }

        #expect(times == ["s1": 1, "s2": 1])
        withExtendedLifetime(plays) {}
    }

    @Test("A play whose answer is lost is sent again if the server tells that it has not got it, as often as it takes")
    func lostRequest() async throws {
        try files.write(["since": 100, "numbers": ["own": 0]], to: file)
        server.set("scrobble s1", Self.lost)
        server.set("getSong s1", #""song":{"id":"s1","title":"One","played":"1970-01-01T00:01:00Z","playCount":4}"#)
        reports.journal = [entry(.heard, "s1", at: 200)]
        let plays = try makePlays()
        for count in 1...2 {
            plays.update()
            try await waitUntil("s1 is sent") { asked.count == count && world.pauses.count == count }
        }

        server.set("scrobble s1", "")
        plays.update()
        try await waitUntil("it is told; there was \(asked)") { try told() == 1 }

        #expect(times == ["s1": 3])
        withExtendedLifetime(plays) {}
    }

    @Test(
        "A play that was being sent when the program was killed is looked for on the server, then sent if it is not there"
    )
    func killedWhileSending() async throws {
        server.set("getSong s1", #""song":{"id":"s1","title":"One","playCount":8}"#)
        server.set("getSong s2", #""song":{"id":"s2","title":"Two","playCount":3}"#)
        reports.journal = [entry(.heard, "s1", at: 200), entry(.heard, "s2", at: 300)]
        func note(_ number: Int, _ count: Int) throws {
            try files.write(
                [
                    "since": 100, "numbers": ["own": .int(number - 1)],
                    "sending": ["log": "own", "number": .int(number), "asked": 900, "times": 2, "count": .int(count)],
                ], to: file)
        }

        try note(1, 7)
        let plays = try makePlays()
        plays.update()
        try await waitUntil("all is told; there was \(asked)") { try told() == 2 }
        #expect(times == ["s2": 1], "the server has counted s1")
        try note(2, 3)
        let later = try makePlays()
        later.update()
        try await waitUntil("s2 is told; there was \(asked)") { try told() == 2 && asked.count == 2 }

        #expect(times == ["s2": 2])
        #expect(try files.json(file)?["sending"] == nil)
        withExtendedLifetime((plays, later)) {}
    }

    @Test("A play that never gets an answer is sent three times to a server that cannot tell whether it has it")
    func lostAgain() async throws {
        try files.write(["since": 100, "numbers": ["own": 0]], to: file)
        var mute = HTTPServer.Response()
        mute.isMute = true
        server.set("scrobble s1", mute)
        reports.journal = [entry(.heard, "s1", at: 200), entry(.heard, "s2", at: 300)]
        let plays = try makePlays(deadline: .seconds(8))
        plays.update()
        for count in 1...3 {
            try await waitUntil("s1 is sent; there was \(asked)") {
                asked.count >= count && world.pauses.count >= count && world.networkChanges != nil
            }
            // The server is asked though it rests.
            world.networkChanges?()
        }

        try await waitUntil("all is told; there was \(asked)") { try told() == 2 }
        #expect(times == ["s1": 3, "s2": 1])
        withExtendedLifetime(plays) {}
    }
}
