// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import PlaylistFormats
import SharedListening
import Testing

@testable import OnCuePlaylists

@Suite("Playlists as files, for paired machines")
struct SharedShelfTests {
    /// A machine with some files in its library.
    private struct Side {
        let rig: PlaylistRig
        let shelf: SharedShelf

        init(_ names: String...) throws {
            let rig = try PlaylistRig()
            self.rig = rig
            let tracks = names.map { rig.track($0) }
            for track in tracks { rig.library.add(track) }
            shelf = SharedShelf(
                shelf: rig.shelf, library: rig.library, media: FakeHandoffMedia(tracks), lasting: { $0 },
                roots: { [rig.location("music")] }, ownNames: { ["desk"] })
        }

        func own(_ name: String) async throws -> OwnPlaylist {
            try #require(await shelf.all()?.first { $0.name == name })
        }

        func entries(_ name: String) async throws -> [PlaylistEntry] {
            try await rig.shelf.content(of: own(name).identifier).document.entries
        }
    }

    @Test("A list goes to another machine and back: what is there plays, and what is not stays as it was")
    func roundTrip() async throws {
        let (desk, kitchen) = (try Side("a.flac", "b.flac"), try Side("a.flac"))
        let made = try await desk.rig.shelf.create(
            "Evening/Calm", format: .m3u8, tracks: [desk.rig.track("a.flac"), desk.rig.track("b.flac")])
        try await desk.rig.shelf.add(
            [
                Track(
                    identifier: ContentIdentifier(kind: .track, key: "web"),
                    location: try #require(MediaLocation(uri: "http://user:secret@h.example/live")), title: "Radio"),
                Track(
                    identifier: ContentIdentifier(kind: .track, key: "web2"),
                    location: try #require(MediaLocation(uri: "http://h.example/a")), title: "Song"),
            ], to: made, at: nil)
        let own = try await desk.own("Evening/Calm")
        let told = try #require(await desk.shelf.entries(of: own))
        #expect(told.map(\.title) == ["Title of a.flac", "Title of b.flac", "Radio", "Song"])
        #expect(told.map(\.address) == [nil, nil, nil, "http://h.example/a"], "a password stays where it is")

        let written = try #require(await kitchen.shelf.write("Evening/Calm", told, instead: nil))
        #expect(try await kitchen.own("Evening/Calm") == written)
        let there = try await kitchen.entries("Evening/Calm")
        #expect(there[0].location == kitchen.rig.location("music/a.flac"))
        #expect(there[1].title == "Title of b.flac" && there[1].location.scheme == "file")
        #expect(there[3].location.uri == "http://h.example/a")
        #expect(await kitchen.shelf.has(written, told))
        #expect(await kitchen.rig.shelf.undoableEdits().isEmpty, "nobody undoes what somebody else did")

        let back = try #require(await kitchen.shelf.entries(of: written))
        #expect(await desk.shelf.has(own, back))
        let again = try #require(await desk.shelf.write(own.name, Array(back.reversed()), instead: own))
        #expect(again.identifier == own.identifier)
        let returned = try await desk.entries("Evening/Calm")
        #expect(returned.map(\.location.uri).contains("http://user:secret@h.example/live"))
        #expect(returned.last?.location == desk.rig.location("music/a.flac"))
    }

    @Test("What was not here when a list came is found in it when it is, and nothing else is changed")
    func complete() async throws {
        let (desk, kitchen) = (try Side("a.flac", "b.flac"), try Side("a.flac"))
        _ = try await desk.rig.shelf.create(
            "Mix", format: .m3u8, tracks: ["b.flac", "a.flac", "c.flac"].map { desk.rig.track($0) })
        let told = try #require(await desk.shelf.entries(of: desk.own("Mix")))
        // Without their places in the library, as where that is in other folders.
        let bare = told.map { entry in
            var entry = entry
            entry.path = []
            return entry
        }
        let written = try #require(await kitchen.shelf.write("Mix", bare, instead: nil))
        #expect(await kitchen.shelf.complete(written, bare) == nil)

        let media = FakeHandoffMedia(["a.flac", "b.flac"].map { kitchen.rig.track($0) })
        let later = SharedShelf(
            shelf: kitchen.rig.shelf, library: kitchen.rig.library, media: media, lasting: { $0 },
            roots: { [kitchen.rig.location("music")] }, ownNames: { [] })
        let completed = try #require(await later.complete(written, bare))
        #expect(completed.identifier == written.identifier && completed.stamp != written.stamp)
        let entries = try await kitchen.entries("Mix")
        #expect(entries[0].location == kitchen.rig.location("music/b.flac"))
        #expect(entries[2].title == "Title of c.flac" && entries.count == 3)
        #expect(await later.complete(completed, bare) == nil)
        #expect(await later.has(completed, bare), "it is no change of this machine")
    }

    @Test("Of several entries that are called the same, each stays")
    func sameNames() async throws {
        let desk = try Side("a.flac")
        let addresses = ["http://u:1@h.example/a", "http://u:2@h.example/b"]
        let stations = try addresses.map {
            Track(
                identifier: ContentIdentifier(kind: .track, key: $0), location: try #require(MediaLocation(uri: $0)),
                title: "Radio")
        }
        _ = try await desk.rig.shelf.create("Mix", format: .m3u8, tracks: stations)
        let own = try await desk.own("Mix")
        let told = try #require(await desk.shelf.entries(of: own))
        #expect(await desk.shelf.has(own, told))
        let more = told + [HandedEntry(title: "Title of a.flac")]
        _ = try #require(await desk.shelf.write("Mix", more, instead: own))
        #expect(try await desk.entries("Mix").prefix(2).map(\.location.uri) == addresses)
    }

    @Test("No entry of another machine leads out of the library")
    func paths() async throws {
        let kitchen = try Side("a.flac")
        var entries: [HandedEntry] = []
        for path in ["../../etc/passwd", "/etc/passwd", "a/../../../x", "a\nb"] {
            var entry = HandedEntry(title: "../x\n" + path)
            entry.path = Array(path.utf8)
            entries.append(entry)
        }
        var local = HandedEntry(title: "Local")
        local.address = "http://desk/secret"
        entries.append(local)
        local.address = "file:///etc/passwd"
        entries.append(local)
        _ = try #require(await kitchen.shelf.write("Mix", entries, instead: nil))
        let found = try await kitchen.entries("Mix")
        #expect(found.count == entries.count)
        let inside = [kitchen.rig.location("music").uri, kitchen.rig.location("own").uri]
        for entry in found {
            #expect(inside.contains { entry.location.uri.hasPrefix($0 + "/") }, "\(entry.location)")
            #expect(!entry.location.uri.contains("/../"))
        }
    }

    @Test("A list that has changed meanwhile is neither replaced nor deleted; one that is deleted goes to the trash")
    func changed() async throws {
        let desk = try Side("a.flac")
        let trash = TrashFolder(path: desk.rig.folder.file("trash"))
        let shelf = PlaylistShelf(folder: desk.rig.folder.file("own"), revision: .init(1), trash: trash) { [] }
        let shared = SharedShelf(
            shelf: shelf, library: desk.rig.library, media: FakeHandoffMedia([]), lasting: { $0 }, roots: { [] },
            ownNames: { [] })
        let made = try await shelf.create("In/Mix", format: .xspf)
        let before = try #require(await shared.all()?.first)
        #expect(before.name == "In/Mix")
        try await shelf.add([desk.rig.track("a.flac")], to: made, at: nil)
        #expect(await shared.write("In/Mix", [], instead: before) == nil)
        #expect(await !shared.delete(before))
        #expect(await shared.entries(of: before) == nil)
        #expect(await shared.write("In/mix", [], instead: nil) == nil, "the name is taken")
        let now = try #require(await shared.all()?.first)
        #expect(await shared.delete(now))
        #expect(await shared.all()?.isEmpty == true)
        #expect(await shared.deleted().keys.sorted() == ["In/Mix"])
        let key = try #require(trash.items().first?.key)
        try await shelf.restore(try #require(trash.read(key)))
        #expect(await shared.all()?.map(\.name) == ["In/Mix"])
    }
}
