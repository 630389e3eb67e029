// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import SubsonicProtocol
import Testing

@testable import SubsonicLibrary

@Suite("Copies of what is pinned", .timeLimit(.minutes(10)))
struct CopyTests {
    private static let album = #"""
        "album":{"id":"a","name":"A","song":[{"id":"s1","title":"One","size":8,"suffix":"mp3","track":1},
        {"id":"s2","title":"Two","size":8,"suffix":"mp3","track":2}]}
        """#
    private static let audio = HTTPServer.Response(200, [("Content-Type", "audio/mpeg")], Array("12345678".utf8))

    /// The number of copies in the file.
    static func kept(_ files: SubsonicFiles) throws -> Int {
        guard case .object(let copies)? = try files.json(files.folder(of: "home") + "/copies.json")?["copies"] else {
            return 0
        }
        return copies.count
    }

    @MediaActor
    private static func copies(
        _ server: ScriptedServer, _ files: SubsonicFiles,
        sleep: @escaping @MediaActor (Duration) async throws -> Void = { try await MediaActor.sleep(for: $0) }
    ) throws -> (SubsonicCopies, SubsonicSource) {
        let connection = try server.connect(rest: SubsonicRest(first: .seconds(3600)))
        let source = SubsonicSource(connection, patience: .seconds(60))
        let copies = SubsonicCopies(connection, in: files, source, sleep: sleep)
        source.copies = copies
        copies.room = { 1_000_000 }
        return (copies, source)
    }

    @Test("A song or a pinned album that is gone hinders no other")
    @MediaActor
    func gone() async throws {
        let directory = try TemporaryDirectory()
        let files = SubsonicFiles(folder: directory.file("subsonic"))
        let server = try ScriptedServer(["getAlbum": Self.album, "ping": ""])
        server.set("getAlbum b", ScriptedServer.error(70))
        server.set("stream s1", ScriptedServer.error(70))
        server.set("stream s2", Self.audio)
        let (copies, source) = try Self.copies(server, files)

        copies.follow(["album:b", "album:a"])
        try await waitUntil("the other song is copied; \(copies.fault ?? "")") { try Self.kept(files) == 1 }

        #expect(copies.state.map(\.songs) == [2] && copies.state.map(\.copies) == [1])
        #expect(copies.fault?.hasSuffix("(and 1 more)") == true, "\(copies.fault ?? "")")
        withExtendedLifetime(source) {}
    }

    @Test("Copies of a list that becomes empty stay for a while")
    @MediaActor
    func emptied() async throws {
        let directory = try TemporaryDirectory()
        let files = SubsonicFiles(folder: directory.file("subsonic"))
        let server = try ScriptedServer(["getAlbum": Self.album, "ping": ""])
        server.set("stream", Self.audio)
        let (copies, source) = try Self.copies(server, files)
        copies.follow(["album:a"])
        try await waitUntil("both are copied") { try Self.kept(files) == 2 }

        server.set("getAlbum", #""album":{"id":"a","name":"A"}"#)
        copies.follow(["album:a"])
        try await waitUntil("it is told") { copies.fault?.contains("is empty") == true }

        #expect(copies.state.map(\.copies) == [2])
        withExtendedLifetime(source) {}
    }

    @Test("A file of lists that cannot be read is told of, and nothing is lost")
    @MediaActor
    func damaged() async throws {
        let directory = try TemporaryDirectory()
        let files = SubsonicFiles(folder: directory.file("subsonic"))
        let server = try ScriptedServer(["getAlbum": Self.album, "ping": ""])
        server.set("stream", Self.audio)
        let file = files.folder(of: "home") + "/copies.json"
        try files.write(["pins": []], to: file)
        try directory.write("subsonic/home/copies.json", "{".utf8)
        let (copies, source) = try Self.copies(server, files)

        copies.follow(["album:a"])
        try await waitUntil("it is told") { copies.fault?.contains("damaged") == true }
        #expect(server.asked.isEmpty)
        #expect(try WholeFile.read(file, limit: 10) == Array("{".utf8))

        try files.write(["pins": []], to: file)
        copies.update()
        try await waitUntil("it is read again") { try Self.kept(files) == 2 }
        withExtendedLifetime(source) {}
    }

    @Test("As many songs as can be pinned can be read again, and more is not written")
    func large() async throws {
        let directory = try TemporaryDirectory()
        let files = SubsonicFiles(folder: directory.file("subsonic"))
        let server = try ScriptedServer(["getAlbum": Self.album, "ping": ""])
        server.set("stream", Self.audio)
        let file = files.folder(of: "home") + "/copies.json"
        var index = CopyIndex()
        let title = String(repeating: "x", count: 100)
        let songs = (0..<19_000).compactMap { number in
            SubsonicRecord(kept: [
                "item": .string("song:\(number)"), "title": .string(title), "subtitle": .string(title),
            ])
        }
        index.pins = [try #require(SubsonicRecord(kept: ["item": "playlist:p", "title": "Large"]))]
        index.lists["playlist:p"] = songs
        try files.write(index.json, to: file, limit: 24 << 20)
        let (copies, source) = try await Self.copies(server, files)

        let record = await copies.record(of: try #require(SubsonicItem("song:18999")))

        #expect(record?.title == title)
        #expect(throws: SubsonicFiles.Fault.self) { try files.write(index.json, to: file) }
        withExtendedLifetime(source) {}
    }

    /// The answer for a playlist with these songs.
    private static func playlist(_ names: String...) -> String {
        let songs = names.map { #"{"id":"\#($0)","title":"Song \#($0)","size":8,"suffix":"mp3"}"# }
        return #""playlist":{"id":"p","name":"P","entry":[\#(songs.joined(separator: ","))]}"#
    }

    @Test("A pinned playlist that has another song when somebody looks at it gets a copy of that, once")
    @MediaActor
    func readAnew() async throws {
        let directory = try TemporaryDirectory()
        let files = SubsonicFiles(folder: directory.file("subsonic"))
        let server = try ScriptedServer(["getPlaylist": Self.playlist("s1"), "ping": ""])
        server.set("stream", Self.audio)
        let (copies, source) = try Self.copies(server, files)
        let playlist = try #require(SubsonicItem("playlist:p"))
        copies.follow(["playlist:p"])
        try await waitUntil("it is copied") { try Self.kept(files) == 1 }

        server.set("getPlaylist", Self.playlist("s2", "s1"))
        _ = try await source.records(of: playlist)
        try await waitUntil("the new song is copied") { try Self.kept(files) == 2 }

        #expect(copies.state.map(\.copies) == [2])
        #expect(server.asked.count { $0.hasPrefix("stream") } == 2)
        withExtendedLifetime(source) {}
    }

    /// Days that pass when a test wants.
    @MediaActor
    private final class Calendar {
        private(set) var waits: [Duration] = []
        var isTomorrow = false

        func sleep(_ time: Duration) async throws {
            waits.append(time)
            while !isTomorrow { try await MediaActor.sleep(for: .milliseconds(5)) }
            isTomorrow = false
        }
    }

    @Test(
        "New episodes of a pinned podcast are copied within a day, though nobody looks; without pins nothing wakes up")
    @MediaActor
    func daily() async throws {
        func podcast(_ names: String...) -> String {
            let episodes = names.map { #"{"id":"\#($0)","streamId":"\#($0)","title":"\#($0)","status":"completed"}"# }
            let channel =
                #"{"id":"c","title":"C","status":"completed","episode":[\#(episodes.joined(separator: ","))]}"#
            return #""podcasts":{"channel":[\#(channel)]}"#
        }
        let directory = try TemporaryDirectory()
        let files = SubsonicFiles(folder: directory.file("subsonic"))
        let server = try ScriptedServer(["getPodcasts": podcast("e1"), "ping": ""])
        server.set("stream", Self.audio)
        let calendar = Calendar()
        let (copies, source) = try Self.copies(server, files) { try await calendar.sleep($0) }
        copies.follow(["podcast:c"])
        try await waitUntil("the episode is copied") { try Self.kept(files) == 1 && calendar.waits.count == 1 }

        server.set("getPodcasts", podcast("e1", "e2"))
        calendar.isTomorrow = true
        try await waitUntil("the new one is copied") { try Self.kept(files) == 2 && calendar.waits.count == 2 }
        #expect(calendar.waits == [.seconds(86_400), .seconds(86_400)])

        copies.follow([])
        try await waitUntil("nothing is kept") { try Self.kept(files) == 0 && copies.state.isEmpty }
        calendar.isTomorrow = true
        let asked = server.asked.count
        copies.update()
        try await waitUntil("it has looked") { try Self.kept(files) == 0 }
        #expect(calendar.waits.count == 2 && server.asked.count == asked)
        withExtendedLifetime(source) {}
    }

    @Test("A list that was forgotten while it was being read is read anew for the next one who looks")
    @MediaActor
    func forgotten() async throws {
        let server = try ScriptedServer(["ping": ""])
        var slow = ScriptedServer.answer(Self.playlist("s1"))
        slow.pauses = [HTTPServer.Pause(before: 10, length: .milliseconds(300))]
        server.set("getPlaylist", slow)
        let source = SubsonicSource(try server.connect(), patience: .seconds(60))
        let playlist = try #require(SubsonicItem("playlist:p"))
        let first = Task { @MediaActor in try await source.records(of: playlist) }
        try await waitUntil("it is asked for") { server.asked.count == 1 }

        server.set("getPlaylist", Self.playlist("s2"))
        source.forget(playlist)
        let second = try await source.records(of: playlist)
        _ = try await first.value

        #expect(second.map(\.item.id) == ["s2"])
        #expect(try await source.records(of: playlist).map(\.item.id) == ["s2"])
        #expect(server.asked.count == 2)
    }
}
