// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import PlayableContent
import SubsonicProtocol
import Testing

@testable import SubsonicLibrary

/// OnCue takes a program that keeps it waiting for one that does not answer at all.
@Suite("Servers of Subsonic that are slow", .timeLimit(.minutes(10)))
struct SlowServerTests {
    private static func slow(_ response: HTTPServer.Response) -> HTTPServer.Response {
        var response = response
        response.pauses = [HTTPServer.Pause(before: 10, length: .seconds(3))]
        return response
    }

    private static let album =
        #""album":{"id":"a","name":"A","song":[{"id":"s1","title":"One","coverArt":"c1"}]}"#

    @Test("A picture that comes too late is there the next time, and asked for once")
    @MediaActor
    func picture() async throws {
        let server = try ScriptedServer(["ping": ""])
        let bytes = Array(repeating: UInt8(0xFF), count: 100)
        server.set("getCoverArt", Self.slow(HTTPServer.Response(200, [("Content-Type", "image/jpeg")], bytes)))
        let source = SubsonicSource(try server.connect(), patience: .milliseconds(100))

        await #expect(throws: PlayableContentError.self) { try await source.artwork(named: "c1") }
        let late = try await waitFor("the picture") { try? await source.artwork(named: "c1") }

        #expect(late == bytes)
        #expect(server.asked == ["getCoverArt id=c1 size=600"])
    }

    @Test("An item that comes too late is there the next time, and asked for once")
    @MediaActor
    func item() async throws {
        let server = try ScriptedServer(["ping": ""])
        server.set("getSong", Self.slow(ScriptedServer.answer(#""song":{"id":"s1","title":"One"}"#)))
        let source = SubsonicSource(try server.connect(), patience: .milliseconds(100))

        await #expect(throws: PlayableContentError.self) { try await source.contentItem(forIdentifier: "song:s1") }
        let late = try await waitFor("the song") { try? await source.contentItem(forIdentifier: "song:s1") }

        #expect(late.title == "One")
        #expect(server.asked == ["getSong id=s1"])
    }

    @Test("A mark that the server takes late is shown then")
    @MediaActor
    func mark() async throws {
        let server = try ScriptedServer(["ping": "", "getAlbum": Self.album])
        server.set("star", Self.slow(ScriptedServer.answer("")))
        let connection = try server.connect()
        let album = try #require(SubsonicItem("album:a"))
        let source = SubsonicSource(connection, patience: .milliseconds(100))
        try await waitUntil("the album is there") { (try? await source.records(of: album)) != nil }

        await #expect(throws: PlayableContentError.self) {
            try await source.setFavourite(true, forContentItem: "song:s1")
        }
        try await waitUntil("the mark is shown") { try await source.records(of: album).first?.isStarred == true }

        #expect(server.asked.count { $0 == "star id=s1" } == 1)
    }

    @Test("What is pinned is shown while the server has not answered yet")
    @MediaActor
    func copies() async throws {
        let directory = try TemporaryDirectory()
        let files = SubsonicFiles(folder: directory.file("subsonic"))
        let server = try ScriptedServer(["ping": ""])
        server.set("getAlbum", Self.slow(ScriptedServer.answer(Self.album)))
        var index = CopyIndex()
        index.pins = [try #require(SubsonicRecord(kept: ["item": "album:a", "title": "A"]))]
        index.lists["album:a"] = [try #require(SubsonicRecord(kept: ["item": "song:s1", "title": "Kept"]))]
        try files.write(index.json, to: files.folder(of: "home") + "/copies.json")
        let connection = try server.connect()
        let source = SubsonicSource(connection, patience: .milliseconds(100))
        source.copies = SubsonicCopies(connection, in: files, source)

        let rows = try await source.childItems(ofItemWithIdentifier: "album:a", offset: 0, limit: 10).items

        #expect(rows.map(\.title) == ["Kept"])
        try await waitUntil("the server has answered") {
            try await source.childItems(ofItemWithIdentifier: "album:a", offset: 0, limit: 10).items.map(\.title) == [
                "One"
            ]
        }
    }

    @Test("Search shows some of each kind")
    func sharing() throws {
        let artists = (0..<30).compactMap { SubsonicRecord(kept: ["item": .string("artist:\($0)"), "title": "A"]) }
        let songs = (0..<3).compactMap { SubsonicRecord(kept: ["item": .string("song:\($0)"), "title": "S"]) }

        let shared = SubsonicSource.shared(artists + songs, 10)

        #expect(
            shared.map(\.item.kind) == Array(repeating: SubsonicItem.Kind.artist, count: 7) + [.song, .song, .song])
        #expect(SubsonicSource.shared(songs, 10) == songs)
    }
}
