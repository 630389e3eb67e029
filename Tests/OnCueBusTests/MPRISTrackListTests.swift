// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCuePlayers
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("The MPRIS track list")
@MediaActor
struct MPRISTrackListTests {
    private static let name = "org.mpris.MediaPlayer2.TrackList"
    private nonisolated static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

    private func call(_ rig: ServiceRig, _ member: String, _ arguments: [BusValue]) async throws -> [BusValue] {
        try await rig.client.call(
            member, of: Self.name, at: MPRISObject.path, on: ServiceNames.mprisBusName, arguments,
            timeout: .seconds(10))
    }

    private func path(_ number: Int) -> BusValue { .objectPath("/org/oncue/OnCue/entry/\(number)") }

    private func tracks(_ rig: ServiceRig) async throws -> [BusValue] {
        try await rig.getAll(Self.name)["Tracks"]?.arrayValue ?? []
    }

    /// What the interface has told, without PropertiesChanged.
    private func told(_ rig: ServiceRig) -> [String] {
        rig.signals.events.filter { $0.interface == Self.name }.map(\.member)
    }

    private func invalidations(_ rig: ServiceRig) -> Int {
        rig.signals("PropertiesChanged").filter {
            $0.arguments == [.string(Self.name), .dictionary([:]), .strings(["Tracks"])]
        }.count
    }

    @Test("It has the tracks of the queue, and may be edited")
    func properties() async throws {
        let rig = try await ServiceRig()
        #expect(try await rig.getAll(Self.name) == ["Tracks": .array([], of: "o"), "CanEditTracks": .bool(true)])

        try await rig.play()

        #expect(try await tracks(rig) == [path(1), path(2)])
        #expect(told(rig) == ["TrackListReplaced"])
        #expect(rig.signals("TrackListReplaced").last?.arguments == [.array([path(1), path(2)], of: "o"), path(1)])
        #expect(invalidations(rig) == 1)
    }

    @Test("The current track is in it at once, also while the notice waits for its picture")
    func immediate() async throws {
        let rig = try await ServiceRig()
        rig.artwork.hold()

        try await rig.call("Play", of: ServiceNames.playback, [.string("album:blue"), .dictionary([:])])
        let current = try await rig.get("Metadata").dictionaryValue?["mpris:trackid"]
        let listed = try await tracks(rig)
        rig.artwork.release()

        #expect(current == path(1))
        #expect(listed == [path(1), path(2)])
    }

    @Test("Metadata of the current track are those of the player, of the others what is known, and of strangers none")
    func metadata() async throws {
        let rig = try await ServiceRig()
        try await rig.play()

        let answer = try await call(
            rig, "GetTracksMetadata", [.array([path(2), path(77), .objectPath(Self.noTrack), path(1)], of: "o")])

        #expect(answer.first?.signature == "aa{sv}")
        let rows = answer.first?.arrayValue?.compactMap(\.dictionaryValue) ?? []
        #expect(rows.map { $0["mpris:trackid"] } == [path(2), path(1)])
        #expect(rows.first?["xesam:title"] == .string("Freddie"))
        #expect(rows.last == (try await rig.get("Metadata").dictionaryValue))
    }

    @Test("A track is added behind another or in front of all, and may be chosen at once")
    func adding() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        let track = Track.sample("x", title: "New")
        rig.resolver.set([track], at: track.location)
        rig.signals.removeAll()

        _ = try await call(rig, "AddTrack", [.string(track.location.uri), path(1), .bool(false)])
        await rig.advance()
        #expect(try await tracks(rig) == [path(1), path(3), path(2)])
        #expect(told(rig) == ["TrackAdded"])
        let added = rig.signals("TrackAdded").first
        #expect(added?.arguments.first?.dictionaryValue?["mpris:trackid"] == path(3))
        #expect(added?.arguments.last == path(1))
        #expect(rig.changes.isEmpty)
        _ = try await call(rig, "AddTrack", [.string(track.location.uri), .objectPath(Self.noTrack), .bool(true)])
        await rig.advance()

        #expect(try await tracks(rig) == [path(4), path(1), path(3), path(2)])
        #expect(rig.signals("TrackAdded").last?.arguments.last == .objectPath(Self.noTrack))
        #expect(try await rig.get("Metadata").dictionaryValue?["mpris:trackid"] == path(4))
    }

    @Test("A track that was to be chosen is added but does not play, when something else was asked for meanwhile")
    func overtaken() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        let track = Track.sample("x", title: "New")
        rig.resolver.set([track], at: track.location)
        rig.resolver.hold()

        async let adding = rig.failure {
            _ = try await call(rig, "AddTrack", [.string(track.location.uri), path(1), .bool(true)])
        }
        try await rig.resolver.questions.wait(count: 1)
        try await rig.player("Next")
        rig.resolver.release()

        #expect(await adding?.name == ServiceNames.errorPrefix + "Overtaken")
        await rig.advance()
        #expect(try await tracks(rig) == [path(1), path(3), path(2)])
        #expect(try await rig.get("Metadata").dictionaryValue?["mpris:trackid"] == path(2))
    }

    @Test("Removing and choosing tracks")
    func removingAndChoosing() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        rig.signals.removeAll()

        _ = try await call(rig, "GoTo", [path(2)])
        await rig.advance()
        #expect(rig.controller.snapshot.entryIndex == 1)
        #expect(told(rig).isEmpty)
        _ = try await call(rig, "RemoveTrack", [path(1)])
        await rig.advance()

        #expect(told(rig) == ["TrackRemoved"])
        #expect(rig.signals("TrackRemoved").first?.arguments == [path(1)])
        #expect(try await tracks(rig) == [path(2)])
    }

    @Test(
        "A track that is not there has no effect and an error",
        arguments: ["/org/oncue/OnCue/entry/9", "/org/oncue/OnCue/entry/01", "/", noTrack])
    func strangers(path: String) async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        rig.signals.removeAll()

        for method in ["GoTo", "RemoveTrack"] {
            let error = await rig.failure { _ = try await call(rig, method, [.objectPath(path)]) }
            #expect(error?.name == "org.oncue.Error.NoSuchEntry")
        }
        let scheme = await rig.failure {
            _ = try await call(rig, "AddTrack", [.string("ftp://x"), .objectPath(Self.noTrack), .bool(true)])
        }
        await rig.settle()

        #expect(scheme?.name == "org.oncue.Error.InvalidValue")
        #expect(rig.signals.events.isEmpty)
    }

    @Test("Many edits in a turn are one new list")
    func batches() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        rig.signals.removeAll()

        for number in 0..<10 {
            try rig.controller.perform(.enqueue([.sample("n\(number)")], at: .next, shuffled: false))
        }
        await rig.advance()

        #expect(told(rig) == ["TrackListReplaced"])
        #expect(invalidations(rig) == 1)
    }

    @Test("A long queue is shown in part, and ids stay when entries move")
    func window() async throws {
        let rig = try await ServiceRig()
        try rig.controller.perform(
            .play((0..<500).map { .sample("n\($0)") }, startingAt: 0, shuffled: nil))
        await rig.advance()
        let before = try await tracks(rig)

        try rig.controller.perform(.moveEntry(.init(2), to: 4))
        await rig.advance()

        #expect(before.count == 20)
        #expect(try await tracks(rig).prefix(6) == [path(1), path(3), path(4), path(5), path(2), path(6)])
    }
}

@Suite("The MPRIS playlists")
@MediaActor
struct MPRISPlaylistsTests {
    private static let name = "org.mpris.MediaPlayer2.Playlists"

    private func call(_ rig: ServiceRig, _ member: String, _ arguments: [BusValue]) async throws -> [BusValue] {
        try await rig.client.call(
            member, of: Self.name, at: MPRISObject.path, on: ServiceNames.mprisBusName, arguments,
            timeout: .seconds(10))
    }

    private func row(_ title: String) -> BusValue {
        .structure([.objectPath("/org/oncue/OnCue/playlist/the_" + title), .string(title), .string("")])
    }

    @Test("They are counted, and none is active while something else plays")
    func properties() async throws {
        let rig = try await ServiceRig()
        try await rig.play()

        #expect(
            try await rig.getAll(Self.name) == [
                "PlaylistCount": .uint32(2),
                "Orderings": .strings(["Alphabetical", "Created", "Modified", "Played"]),
                "ActivePlaylist": .structure([
                    .bool(false), .structure([.objectPath("/"), .string(""), .string("")]),
                ]),
            ])
    }

    @Test("The one that the queue was filled from is active, and that is told once")
    func active() async throws {
        let rig = try await ServiceRig()
        let identifier = ContentIdentifier(kind: .playlist, key: "the-Evening")

        rig.artwork.hold()
        try rig.controller.perform(
            .play(
                [.full], startingAt: 0, shuffled: nil, from: PlaybackContext(identifier: identifier, title: "Evening")))
        let early = try await rig.getAll(Self.name)["ActivePlaylist"]
        rig.artwork.release()
        await rig.advance()

        let active = BusValue.structure([.bool(true), row("Evening")])
        #expect(early == active, "also while the notice waits for its picture")
        #expect(try await rig.getAll(Self.name)["ActivePlaylist"] == active)
        let told = rig.signals("PropertiesChanged").filter { $0.arguments.first == .string(Self.name) }
        #expect(told.map { $0.arguments[1] } == [.dictionary(["ActivePlaylist": active])])
    }

    @Test("They come in pages, by title in both directions")
    func pages() async throws {
        let rig = try await ServiceRig()
        func page(_ index: UInt32, _ count: UInt32, _ isReversed: Bool = false) async throws -> [BusValue]? {
            let arguments: [BusValue] = [
                .uint32(index), .uint32(count), .string("Alphabetical"), .bool(isReversed),
            ]
            return try await call(rig, "GetPlaylists", arguments).first?.arrayValue
        }

        #expect(try await page(0, 10) == [row("Evening"), row("Morning")])
        #expect(try await page(0, 1, true) == [row("Morning")])
        #expect(try await page(1, .max) == [row("Morning")])
        #expect(try await page(7, 1) == [])
        let error = await rig.failure {
            _ = try await call(rig, "GetPlaylists", [.uint32(0), .uint32(1), .string("User"), .bool(false)])
        }
        #expect(error?.name == "org.oncue.Error.InvalidValue")
    }

    @Test(
        "They come by when they were made, changed and played, too, those of which nobody knows at the end",
        arguments: ["Created", "Modified", "Played"])
    func dates(order: String) async throws {
        let rig = try await ServiceRig()
        let titles = ["Dawn", "Dusk", "Noon"]
        for (title, time) in [("Dawn", 300), ("Noon", 200)] as [(String, Int64)] {
            let playlist = ContentIdentifier(kind: .playlist, key: "the-" + title)
            switch order {
            case "Played": rig.listening.set(ListeningRecord(lastPlayed: time), for: playlist)
            case "Created": rig.playlistDates.set(PlaylistDates(created: time, modified: 1000 - time), for: playlist)
            default: rig.playlistDates.set(PlaylistDates(created: 1000 - time, modified: time), for: playlist)
            }
        }
        rig.playlists.change { rows in
            rows = titles.map {
                ContentNode(
                    identifier: ContentIdentifier(kind: .playlist, key: "the-" + $0), title: $0, isContainer: true)
            }
        }
        try await rig.signals.wait { $0.member == "PropertiesChanged" }
        func page(_ index: UInt32, _ isReversed: Bool) async throws -> [BusValue]? {
            let arguments: [BusValue] = [.uint32(index), .uint32(2), .string(order), .bool(isReversed)]
            return try await call(rig, "GetPlaylists", arguments).first?.arrayValue
        }

        #expect(try await page(0, false) == [row("Noon"), row("Dawn")])
        #expect(try await page(2, false) == [row("Dusk")])
        #expect(try await page(0, true) == [row("Dusk"), row("Dawn")])
    }

    @Test("One that is activated plays, and is the active one from then on")
    func activation() async throws {
        let rig = try await ServiceRig()
        rig.source.replace(with: [.init("Evening", by: "", tracks: [.full], kind: .playlist)])

        _ = try await call(rig, "ActivatePlaylist", [.objectPath("/org/oncue/OnCue/playlist/evening")])
        await rig.advance()

        let active = try await rig.getAll(Self.name)["ActivePlaylist"]
        #expect(
            active
                == .structure([
                    .bool(true),
                    .structure([.objectPath("/org/oncue/OnCue/playlist/evening"), .string("Evening"), .string("")]),
                ]))
        #expect(try await rig.get("PlaybackStatus") == .string("Playing"))
        #expect(rig.controller.snapshot.cause == .remote)
        #expect(rig.controller.queue.entries.map(\.track.title) == ["So What"])
    }

    @Test("One that is not there is not activated", arguments: ["/", "/org/oncue/OnCue/playlist/x/y", "/none"])
    func strangers(path: String) async throws {
        let rig = try await ServiceRig()

        let error = await rig.failure { _ = try await call(rig, "ActivatePlaylist", [.objectPath(path)]) }

        #expect(error?.name == "org.oncue.Error.NotFound")
    }

    @Test("Another title and another number are told")
    func changes() async throws {
        let rig = try await ServiceRig()
        rig.signals.removeAll()

        rig.playlists.change { rows in
            rows[0].title = "Dusk"
            rows.remove(at: 1)
        }
        try await rig.signals.wait { $0.member == "PropertiesChanged" }

        #expect(
            rig.signals("PlaylistChanged").first?.arguments == [
                .structure([
                    .objectPath("/org/oncue/OnCue/playlist/the_Evening"), .string("Dusk"), .string(""),
                ])
            ])
        #expect(
            rig.signals("PropertiesChanged").map { $0.arguments[1] } == [.dictionary(["PlaylistCount": .uint32(1)])])
    }
}
