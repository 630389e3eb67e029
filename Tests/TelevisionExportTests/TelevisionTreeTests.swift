// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import TelevisionExport
import Testing

@Suite("The tree that televisions are shown, by the calls that Rygel makes")
@MediaActor
struct TelevisionTreeTests {
    private static let root = MediaObjectPath.root
    private static let container = "org.gnome.UPnP.MediaContainer2"
    private static let item = "org.gnome.UPnP.MediaItem2"

    /// A bus with the export and a client.
    @MediaActor
    private final class Stage {
        let source: FakeContentSource
        let bus: PrivateBus
        let server: MessageBus
        let client: MessageBus
        let export: TelevisionExport

        init(_ albums: [FakeContentSource.Album]) async throws {
            source = FakeContentSource(albums)
            bus = try await PrivateBus()
            (server, client) = (try await bus.connect(), try await bus.connect())
            export = TelevisionExport(
                bus: server, source: source, artwork: FakeArtwork(), gathering: .milliseconds(1))
        }

        func show() async throws {
            export.set(true)
            try await waitUntil("the name is there") { try await client.owner(of: MediaObjectPath.busName) != nil }
        }

        func call(_ member: String, of interface: String, at path: String, _ arguments: [BusValue]) async throws
            -> [BusValue]
        {
            try await client.call(member, of: interface, at: path, on: MediaObjectPath.busName, arguments)
        }

        func all(_ interface: String, at path: String) async throws -> [String: BusValue] {
            let answer = try await call(
                "GetAll", of: "org.freedesktop.DBus.Properties", at: path, [.string(interface)])
            return try #require(answer.first?.dictionaryValue)
        }

        func list(
            _ member: String = "ListChildren", at path: String, _ offset: UInt32 = 0, _ limit: UInt32 = 0,
            _ filter: [String] = ["*"]
        ) async throws -> [[String: BusValue]] {
            let answer = try await call(
                member, of: TelevisionTreeTests.container, at: path,
                [.uint32(offset), .uint32(limit), .strings(filter)])
            return try #require(answer.first?.arrayValue).compactMap(\.dictionaryValue)
        }
    }

    private static func path(_ identifier: String) -> String { root + "/" + identifier }

    private static func titles(_ rows: [[String: BusValue]]) -> [String?] {
        rows.map { $0["DisplayName"]?.stringValue }
    }

    /// An album of which a television can play two of three.
    private static var mixed: FakeContentSource.Album {
        var part = Track.sample("b2", title: "Part")
        part.segment = MediaSegment(start: .seconds(1))
        return .init("Blue", by: "Ada", tracks: [.full, part, .sample("b3", title: "Last")])
    }

    @Test("Nothing is on the bus before it is wanted, nor afterwards")
    func onAndOff() async throws {
        let stage = try await Stage([Self.mixed])
        #expect(try await stage.client.owner(of: MediaObjectPath.busName) == nil)

        try await stage.show()
        #expect(try await stage.all(Self.container, at: Self.root)["ChildCount"]?.intValue ?? 0 > 3)
        stage.export.set(false)
        try await waitUntil("the name is gone") {
            try await stage.client.owner(of: MediaObjectPath.busName) == nil
        }
        // They go a moment after the name.
        try await waitUntil("the objects are gone") {
            let answer = try? await stage.client.call(
                "GetAll", of: "org.freedesktop.DBus.Properties", at: Self.root, on: stage.server.uniqueName,
                [.string(Self.container)])
            return answer == nil
        }
        try await stage.show()
        #expect(try await stage.list(at: Self.root).isEmpty == false)
        await stage.export.close()
        #expect(try await stage.client.owner(of: MediaObjectPath.busName) == nil)
    }

    @Test("The root, its sections, an album and a track are found as Rygel goes")
    func walk() async throws {
        let stage = try await Stage([Self.mixed, .init("Green", by: "Bix", tracks: [.sample("g1", title: "Leaves")])])
        try await stage.show()

        let root = try await stage.all("org.gnome.UPnP.MediaObject2", at: Self.root)
        #expect(root["Path"] == .objectPath(Self.root) && root["Parent"] == .objectPath(Self.root))
        #expect(root["Type"] == .string("container"))
        let sections = try await stage.list("ListContainers", at: Self.root, 0, 0, ["Path", "DisplayName"])
        let albumsRow: [String: BusValue] = [
            "Path": .objectPath(Self.path("section_albums")), "DisplayName": .string("Albums"),
        ]
        #expect(sections.contains(albumsRow))
        let albums = try await stage.list(at: Self.path("section_albums"), 0, 0)
        #expect(Self.titles(albums) == ["Blue", "Green"])
        #expect(albums[1]["Type"] == .string("container"))
        // Two of the three tracks of one are shown; of the other, nobody has looked.
        #expect(albums.map { $0["ChildCount"] } == [.uint32(.max), .uint32(.max)])
        let tracks = try await stage.list(at: Self.path("album_blue"), 0, 10)
        #expect(Self.titles(tracks) == ["So What", "Last"])
        #expect(tracks[0]["Parent"] == .objectPath(Self.path("album_blue")) && tracks[0]["Type"] == .string("music"))
        #expect(tracks[0]["URLs"] == .strings(["file:///music/b1.flac"]))
        let track = try await stage.all(Self.item, at: Self.path("track_b1"))
        #expect(track["MIMEType"] == .string("audio/flac") && track["Size"] == nil)
        let counted = try await stage.list(at: Self.path("section_albums"))
        #expect(counted.map { $0["ChildCount"] } == [.uint32(2), .uint32(.max)])
        let counts = try await stage.all(Self.container, at: Self.path("album_blue"))
        #expect(
            counts == [
                "ChildCount": .uint32(2), "ItemCount": .uint32(2), "ContainerCount": .uint32(0),
                "Searchable": .bool(false),
            ])
        await stage.export.close()
    }

    @Test("The cover of a track is an object of its own")
    func covers() async throws {
        let stage = try await Stage([Self.mixed])
        try await stage.show()

        let tracks = try await stage.list(at: Self.path("album_blue"))
        #expect(tracks[0]["AlbumArt"] == .objectPath(Self.path("cover_track_b1")))
        let cover = try await stage.all(Self.item, at: Self.path("cover_track_b1"))
        #expect(cover == ["URLs": .strings(["file:///cache/b1-512.png"]), "MIMEType": .string("image/png")])
        let object = try await stage.all("org.gnome.UPnP.MediaObject2", at: Self.path("cover_track_b1"))
        #expect(object["Type"] == .string("image"))
        for path in ["cover_track_b2", "cover_track_none", "cover_album_blue", "cover_", "cover_cover_track_b1"] {
            await #expect(throws: BusError.self, "\(path)") { try await stage.all(Self.item, at: Self.path(path)) }
        }
        await stage.export.close()
    }

    @Test("Pages follow each other without what is left out, whatever their size")
    func pages() async throws {
        let tracks = (0..<1100).map { number in
            var track = Track.sample("t\(number)", title: "\(number)")
            if number % 50 == 3 { track.segment = MediaSegment(start: .seconds(1)) }
            return track
        }
        let expected = tracks.filter { $0.segment == nil }.map(\.title)
        let stage = try await Stage([.init("Long", by: "Ada", tracks: tracks)])
        try await stage.show()

        let path = Self.path("album_long")
        #expect(try await stage.all(Self.container, at: path)["ChildCount"]?.intValue == expected.count)
        var seen: [String?] = []
        for size in [1, 5, 60] as [UInt32] {
            let rows = try await stage.list("ListItems", at: path, UInt32(seen.count), size)
            #expect(rows.count <= 1000 && !rows.isEmpty)
            seen += Self.titles(rows)
        }
        while seen.count < expected.count {
            let rows = try await stage.list(at: path, UInt32(seen.count))
            try #require(!rows.isEmpty)
            seen += Self.titles(rows)
        }
        #expect(seen == expected)
        #expect(try await stage.list(at: path, UInt32(seen.count)).isEmpty)
        #expect(try await stage.list(at: path, .max, .max).isEmpty)
        #expect(try await stage.list("ListContainers", at: path, 0, 10).isEmpty)
        await stage.export.close()
    }

    @Test("All containers at once are listed for the root alone, a page of them for each")
    func containers() async throws {
        let stage = try await Stage([Self.mixed])
        try await stage.show()

        #expect(try await stage.list("ListContainers", at: Self.root).count > 3)
        #expect(try await stage.list("ListContainers", at: Self.path("section_albums")).isEmpty)
        #expect(
            Self.titles(try await stage.list("ListContainers", at: Self.path("section_albums"), 0, 5)) == ["Blue"])
        await stage.export.close()
    }

    @Test("A change is told for containers that were asked for, and what is counted is counted anew")
    func changes() async throws {
        let stage = try await Stage([Self.mixed])
        try await stage.show()
        let told = EventLog<String>()
        let subscription = stage.client.subscribe(
            sender: MediaObjectPath.busName, path: nil, interface: Self.container, member: "Updated"
        ) { told.append($0.path) }
        let path = Self.path("album_blue")
        #expect(try await stage.all(Self.container, at: path)["ChildCount"] == .uint32(2))

        stage.source.replace(with: [.init("Blue", by: "Ada", tracks: [.full])])

        _ = try await told.wait { $0 == path }
        #expect(!told.events.contains(Self.path("section_tracks")))
        #expect(try await stage.all(Self.container, at: path)["ChildCount"] == .uint32(1))
        #expect(Self.titles(try await stage.list(at: path)) == ["So What"])
        await stage.export.close()
        withExtendedLifetime(subscription) {}
    }

    @Test("Objects that are none, and what is not shown, are answered with errors")
    func errors() async throws {
        let stage = try await Stage([Self.mixed])
        stage.source.recommend([ContentIdentifier(kind: .album, key: "blue")])
        try await stage.show()

        let none = [
            "album_none", "track_b2", "track_none", "section_none", "section_for_2dyou", "provider_x", "x", "a_b",
        ]
        for path in none {
            for interface in ["org.gnome.UPnP.MediaObject2", Self.container, Self.item] {
                await #expect(throws: BusError.self, "\(path)") { try await stage.all(interface, at: Self.path(path)) }
            }
        }
        await #expect(throws: BusError.self) { try await stage.list(at: Self.path("track_b1")) }
        await #expect(throws: BusError.self) { try await stage.list(at: Self.path("album_blue/track_b1")) }
        await #expect(throws: BusError.self) {
            try await stage.call(
                "SearchObjects", of: Self.container, at: Self.root,
                [.string("Type = \"music\""), .uint32(0), .uint32(0), .strings([])])
        }
        await #expect(throws: BusError.self) {
            try await stage.call(
                "Set", of: "org.freedesktop.DBus.Properties", at: Self.root,
                [.string(Self.container), .string("ChildCount"), .variant(.uint32(1))])
        }
        let value = try await stage.call(
            "Get", of: "org.freedesktop.DBus.Properties", at: Self.path("track_b1"),
            [.string(Self.item), .string("Artist")])
        #expect(value == [.variant(.string("Ada, Cy"))])
        await stage.export.close()
    }
}
