// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Properties of the MPRIS player")
struct MPRISPropertyTests {
    private static let playerSignatures = [
        "PlaybackStatus": "s", "LoopStatus": "s", "Rate": "d", "Shuffle": "b", "Metadata": "a{sv}", "Volume": "d",
        "Position": "x", "MinimumRate": "d", "MaximumRate": "d", "CanGoNext": "b", "CanGoPrevious": "b", "CanPlay": "b",
        "CanPause": "b", "CanSeek": "b", "CanControl": "b",
    ]

    @Test("The application has all properties, with the types of the specification")
    @MediaActor
    func application() async throws {
        let rig = try await ServiceRig()

        let values = try await rig.getAll("org.mpris.MediaPlayer2")

        #expect(
            values.mapValues(\.signature) == [
                "CanQuit": "b", "CanRaise": "b", "HasTrackList": "b", "Identity": "s", "DesktopEntry": "s",
                "SupportedUriSchemes": "as", "SupportedMimeTypes": "as",
            ])
        #expect(values["Identity"] == .string("OnCue"))
        #expect(values["CanRaise"] == .bool(false))
        #expect(values["HasTrackList"] == .bool(true))
        #expect(values["SupportedUriSchemes"]?.stringsValue == ["file", "http", "https"])
        #expect(values["SupportedMimeTypes"]?.stringsValue?.contains("audio/flac") == true)
    }

    @Test("The player has all properties, with the types of the specification, with and without a track")
    @MediaActor
    func player() async throws {
        let rig = try await ServiceRig()

        #expect(try await rig.getAll().mapValues(\.signature) == Self.playerSignatures)
        try await rig.play()
        #expect(try await rig.getAll().mapValues(\.signature) == Self.playerSignatures)
        for name in Self.playerSignatures.keys {
            #expect(try await rig.get(name).signature == Self.playerSignatures[name], "\(name)")
        }
    }

    @Test("Metadata has exactly the keys and types of the guidelines")
    @MediaActor
    func metadata() async throws {
        let rig = try await ServiceRig()
        try await rig.play()

        let metadata = try #require(try await rig.get("Metadata").dictionaryValue)

        #expect(
            metadata == [
                "mpris:trackid": .objectPath("/org/oncue/OnCue/entry/1"), "mpris:length": .int64(180_000_000),
                "mpris:artUrl": .string("file:///cache/b1.flac.png"), "xesam:url": .string("file:///music/b1.flac"),
                "xesam:title": .string("So What"), "xesam:artist": .strings(["Ada", "Cy"]),
                "xesam:albumArtist": .strings(["Ada"]), "xesam:album": .string("Blue"),
                "xesam:composer": .strings(["Dee"]), "xesam:genre": .strings(["Jazz", "Modal"]),
                "xesam:trackNumber": .int32(1), "xesam:discNumber": .int32(1),
                "xesam:contentCreated": .string("1959-08-17T00:00:00Z"),
            ])
    }

    @Test("What a track does not have is left out, never empty")
    @MediaActor
    func sparseMetadata() async throws {
        let rig = try await ServiceRig()
        let location = MediaLocation(filePath: Array("/x/live.ogg".utf8))
        let track = Track(
            identifier: ContentIdentifier(kind: .track, key: "x"), location: location, title: "live", duration: nil)
        rig.resolver.set([track], at: location)
        rig.engine.media[location] = .init(duration: nil, isSeekable: false)

        try await rig.player("OpenUri", [.string(location.uri)])
        await rig.advance()

        let metadata = try #require(try await rig.get("Metadata").dictionaryValue)
        #expect(Set(metadata.keys) == ["mpris:trackid", "mpris:artUrl", "xesam:url", "xesam:title"])
        #expect(try await rig.get("CanSeek") == .bool(false))
    }

    @Test("Without a track, the track id is the one that stands for none")
    @MediaActor
    func noTrack() async throws {
        let rig = try await ServiceRig()

        let metadata = try await rig.get("Metadata").dictionaryValue

        #expect(metadata == ["mpris:trackid": .objectPath("/org/mpris/MediaPlayer2/TrackList/NoTrack")])
    }

    @Test("Every entry has a track id of its own, valid and outside of /org/mpris, also for the same track twice")
    @MediaActor
    func trackIDs() async throws {
        let rig = try await ServiceRig()
        try await rig.play("track:b1")
        try await rig.call("Enqueue", of: ServiceNames.playback, [.string("track:b1"), .dictionary([:])])

        let first = try await trackID(rig)
        try await rig.player("Next")
        await rig.advance()
        let second = try await trackID(rig)

        #expect(first != second)
        for id in [first, second] {
            #expect(!id.hasPrefix("/org/mpris"))
            #expect(id.dropFirst().allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "/") })
        }
    }

    @MediaActor
    private func trackID(_ rig: ServiceRig) async throws -> String {
        guard case .objectPath(let path)? = try await rig.get("Metadata").dictionaryValue?["mpris:trackid"] else {
            throw SupportError("the track id is no object path")
        }
        return path
    }

    @Test(
        "Dates become complete, and text that is no date is left out",
        arguments: [
            ("1959", "1959-01-01T00:00:00Z"), ("1959-08", "1959-08-01T00:00:00Z"),
            ("1959-08-17", "1959-08-17T00:00:00Z"),
            ("1959-08-17T10:00:00", "1959-08-17T00:00:00Z"), ("59", nil), ("around 1959", nil), ("", nil),
            ("1959-8-1", nil),
        ] as [(String, String?)])
    @MediaActor
    func dates(written: String, told: String?) async throws {
        let rig = try await ServiceRig()
        var track = Track.sample("d")
        track.date = written
        rig.resolver.set([track], at: track.location)

        try await rig.player("OpenUri", [.string(track.location.uri)])
        await rig.advance()

        #expect(try await rig.get("Metadata").dictionaryValue?["xesam:contentCreated"]?.stringValue == told)
    }

    @Test("The flags tell what would have an effect")
    @MediaActor
    func flags() async throws {
        let rig = try await ServiceRig()
        let names = ["CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl"]
        func flags() async throws -> [Bool?] {
            let values = try await rig.getAll()
            return names.map { values[$0]?.boolValue }
        }

        #expect(try await flags() == [false, false, false, false, false, true])
        try await rig.play()
        #expect(try await flags() == [true, false, true, true, true, true])
        try await rig.player("Next")
        await rig.advance()
        #expect(try await flags() == [false, true, true, true, true, true])
        try await rig.player("Pause")
        await rig.advance()
        #expect(try await flags() == [false, true, true, true, true, true])
        try await rig.set("LoopStatus", .string("Playlist"))
        await rig.advance()
        #expect(try await flags() == [true, true, true, true, true, true])
        try await rig.player("Stop")
        await rig.advance()
        #expect(try await flags() == [true, true, true, true, false, true])
    }

    @Test("Position is exact when it is read")
    @MediaActor
    func position() async throws {
        let rig = try await ServiceRig()
        #expect(try await rig.get("Position") == .int64(0))
        try await rig.play()

        await rig.advance(by: .milliseconds(12_345))

        #expect(try await rig.get("Position") == .int64(12_345_000))
        #expect(try await rig.getAll()["Position"] == .int64(12_345_000))
    }

    // MARK: Writing

    @Test("Volume takes 0 to 1; below is silence, above is full, and what is no number is refused")
    @MediaActor
    func volume() async throws {
        let rig = try await ServiceRig()

        for (written, read) in [(0.25, 0.25), (-3, 0), (7, 1), (.infinity, nil), (.nan, nil)] as [(Double, Double?)] {
            let error = await rig.failure { try await rig.set("Volume", .double(written)) }
            await rig.settle()
            if let read {
                #expect(error == nil)
                #expect(try await rig.get("Volume") == .double(read))
            } else {
                #expect(error?.name == "org.oncue.Error.InvalidValue")
            }
        }
    }

    @Test("Muted is a volume of 0, and a volume ends it")
    @MediaActor
    func mute() async throws {
        let rig = try await ServiceRig()

        try await rig.call("SetMuted", of: ServiceNames.playback, [.bool(true)])
        await rig.settle()
        #expect(try await rig.get("Volume") == .double(0))
        try await rig.set("Volume", .double(0))
        await rig.settle()
        #expect(rig.engine.isMuted && rig.engine.volume > 0, "what is written back changes nothing")
        try await rig.set("Volume", .double(0.5))
        await rig.settle()

        #expect(try await rig.get("Volume") == .double(0.5))
        #expect(!rig.engine.isMuted)
    }

    @Test("LoopStatus and Shuffle are written and read back; a wrong word is refused")
    @MediaActor
    func modes() async throws {
        let rig = try await ServiceRig()

        for (word, mode) in [("Track", RepeatMode.one), ("Playlist", .all), ("None", .off)] {
            try await rig.set("LoopStatus", .string(word))
            await rig.settle()
            #expect(try await rig.get("LoopStatus") == .string(word))
            #expect(rig.controller.snapshot.repeatMode == mode)
        }
        try await rig.set("Shuffle", .bool(true))
        await rig.settle()
        #expect(try await rig.get("Shuffle") == .bool(true))
        let error = await rig.failure { try await rig.set("LoopStatus", .string("none")) }

        #expect(error?.name == "org.oncue.Error.InvalidValue")
    }

    @Test("A rate within the bounds is taken, of others the nearest, and 0 pauses")
    @MediaActor
    func rate() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        #expect(try await rig.get("MinimumRate") == .double(0.5))
        #expect(try await rig.get("MaximumRate") == .double(3))

        try await rig.set("Rate", .double(1.5))
        await rig.settle()
        #expect(rig.changes.last == ["Rate": .double(1.5)])
        #expect(rig.engine.calls.contains(.setRate(1.5)))
        try await rig.set("Rate", .double(9))
        await rig.settle()
        #expect(try await rig.get("Rate") == .double(3))
        let error = await rig.failure { try await rig.set("Rate", .double(.nan)) }
        #expect(error?.name == "org.oncue.Error.InvalidValue")
        #expect(rig.controller.snapshot.status == .playing)

        try await rig.set("Rate", .double(0))
        await rig.settle()
        #expect(rig.controller.snapshot.status == .paused)
        #expect(try await rig.get("Rate") == .double(3))
    }

    @Test("A position grows by the rate")
    @MediaActor
    func positionAtRate() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        try await rig.set("Rate", .double(2))

        await rig.advance(by: .seconds(10))

        #expect(try await rig.get("Position") == .int64(20_000_000))
    }

    @Test("Properties that are only to be read, unknown ones and wrong types are refused")
    @MediaActor
    func wrongWrites() async throws {
        let rig = try await ServiceRig()
        let writes: [(String, BusValue)] = [
            ("PlaybackStatus", .string("Playing")), ("Position", .int64(5)), ("Metadata", .dictionary([:])),
            ("CanGoNext", .bool(true)), ("Nothing", .bool(true)), ("Volume", .string("1")), ("Volume", .int32(1)),
            ("Shuffle", .double(1)), ("LoopStatus", .bool(true)), ("Rate", .int64(0)),
        ]

        for (name, value) in writes {
            let error = await rig.failure { try await rig.set(name, value) }
            #expect(error?.name == BusError.invalidArguments, "\(name)")
        }
    }
}
