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

/// The table of Documentation/mpris.md.
@Suite("What each event announces on the MPRIS object, and nothing else")
@MediaActor
struct MPRISEventTests {
    private static let prefix = "org.mpris.MediaPlayer2."

    /// What a body makes the object tell, one line for each signal.
    private func told(_ rig: ServiceRig, _ body: () async throws -> Void) async throws -> [String] {
        rig.signals.removeAll()
        try await body()
        await rig.advance()
        return rig.signals.events.filter { $0.path == MPRISObject.path }.map(Self.line)
    }

    private static func line(_ signal: BusSignal) -> String {
        guard signal.member == "PropertiesChanged" else {
            return signal.interface.dropFirst(prefix.count) + "." + signal.member
        }
        let interface = signal.arguments.first?.stringValue?.dropFirst(prefix.count) ?? ""
        let changed = signal.arguments[1].dictionaryValue?.keys.sorted() ?? []
        let invalidated = signal.arguments[2].stringsValue ?? []
        return interface + ": " + (changed + invalidated.map { $0 + "?" }).joined(separator: " ")
    }

    private static let listed = ["TrackList.TrackListReplaced", "TrackList: Tracks?"]

    @Test("Something begins to play")
    func play() async throws {
        let rig = try await ServiceRig()

        let lines = try await told(rig) { try await rig.play() }

        #expect(lines == ["Player: CanGoNext CanPause CanPlay CanSeek Metadata PlaybackStatus"] + Self.listed)
    }

    @Test("Transport")
    func transport() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        let track = "Player: CanGoNext CanGoPrevious Metadata PlaybackStatus"
        let steps: [(String, [String])] = [
            ("Pause", ["Player: PlaybackStatus"]), ("Pause", []), ("Play", ["Player: PlaybackStatus"]), ("Play", []),
            ("PlayPause", ["Player: PlaybackStatus"]), ("Next", [track]), ("Previous", [track]),
            ("Stop", ["Player: CanSeek PlaybackStatus"]), ("Stop", []),
            ("Play", ["Player: CanSeek PlaybackStatus"]),
        ]

        for (method, expected) in steps {
            #expect(try await told(rig) { try await rig.player(method) } == expected, "\(method)")
        }
    }

    @Test("A jump")
    func jump() async throws {
        let rig = try await ServiceRig()
        try await rig.play()

        #expect(try await told(rig) { try await rig.player("Seek", [.int64(9_000_000)]) } == ["Player.Seeked"])
    }

    @Test("The only track of a queue that repeats goes on with itself", arguments: ["Next", "Previous"])
    func onlyTrack(method: String) async throws {
        let rig = try await ServiceRig()
        try await rig.play("track:b2")
        try await rig.set("LoopStatus", .string("Playlist"))
        await rig.advance(by: .seconds(10))

        let playing = try await told(rig) { try await rig.player(method) }
        try await rig.player("Pause")
        await rig.advance(by: .seconds(10))
        let paused = try await told(rig) { try await rig.player(method) }

        #expect(playing == ["Player.Seeked"])
        #expect(paused == ["Player.Seeked"])
        #expect(try await rig.get("Position") == .int64(0))
    }

    @Test("A value that is written, each once, and again not at all")
    func values() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        let steps: [(String, BusValue, [String])] = [
            ("Volume", .double(0.5), ["Player: Volume"]), ("Rate", .double(1.5), ["Player: Rate"]),
            ("LoopStatus", .string("Track"), ["Player: LoopStatus"]),
            ("LoopStatus", .string("Playlist"), ["Player: CanGoPrevious LoopStatus"]),
            ("Shuffle", .bool(true), ["Player: Shuffle"]), ("Rate", .double(0), ["Player: PlaybackStatus"]),
        ]

        for (name, value, expected) in steps {
            #expect(try await told(rig) { try await rig.set(name, value) } == expected, "\(name)")
            #expect(try await told(rig) { try await rig.set(name, value) } == [], "\(name) again")
        }
    }

    @Test("A volume that is swept, one signal for each step")
    func volumeSweep() async throws {
        let rig = try await ServiceRig()

        for step in 1...9 {
            let lines = try await told(rig) { try await rig.set("Volume", .double(1 - Double(step) / 10)) }
            #expect(lines == ["Player: Volume"])
        }
    }

    @Test("The next track of its own, and the end of the queue")
    func ends() async throws {
        let rig = try await ServiceRig()
        try await rig.play()

        let next = try await told(rig) { rig.engine.advance(by: .seconds(181)) }
        let end = try await told(rig) { rig.engine.advance(by: .seconds(181)) }

        #expect(next == ["Player: CanGoNext CanGoPrevious Metadata PlaybackStatus"])
        #expect(end == ["Player: CanGoNext CanGoPrevious CanSeek Metadata PlaybackStatus"], "the first one is current")
    }

    @Test("A picture that comes late")
    func lateArtwork() async throws {
        let rig = try await ServiceRig()
        rig.artwork.hold()
        try await rig.call("Play", of: ServiceNames.playback, [.string("album:blue"), .dictionary([:])])
        try await rig.signals.wait { $0.member == "TrackListReplaced" }
        // What is told behind it belongs to the beginning as well.
        await rig.settle()

        let lines = try await told(rig) {
            rig.artwork.release()
            try await rig.signals.wait { $0.member == "TrackMetadataChanged" }
        }

        #expect(lines == ["Player: Metadata PlaybackStatus", "TrackList.TrackMetadataChanged"])
    }

    @Test("A title that a stream announces")
    func streamTitle() async throws {
        let rig = try await ServiceRig()
        try await rig.play()

        let lines = try await told(rig) { rig.engine.announce(title: "On air") }

        #expect(lines == ["Player: Metadata PlaybackStatus", "TrackList.TrackMetadataChanged"])
    }

    @Test("Edits of the queue")
    func edits() async throws {
        let rig = try await ServiceRig()
        try await rig.play()

        let added = try await told(rig) {
            try await rig.call("Enqueue", of: ServiceNames.playback, [.string("album:green"), .dictionary([:])])
        }
        let removed = try await told(rig) { try rig.controller.perform(.removeEntry(.init(2))) }

        #expect(added == ["TrackList.TrackAdded", "TrackList: Tracks?"])
        #expect(removed == ["TrackList.TrackRemoved", "TrackList: Tracks?"])
    }

    @Test("Tags that are too much stay valid, and every message stays below 8 KiB")
    func hostileTags() async throws {
        let rig = try await ServiceRig()
        let long = String(repeating: "é", count: 500_000)
        var track = Track.sample("x", title: long, artists: (0..<300).map { "Artist \($0) \(long.prefix(300))" })
        track.albumArtists = track.artists
        track.composers = ["\0nul", String(decoding: [0xFF, 0xFE, 0x41], as: UTF8.self)]
        track.genres = Array(repeating: "Genre", count: 5000)
        track.album = long
        (track.trackNumber, track.discNumber) = (.max, .min)
        rig.resolver.set([track], at: track.location)

        try await rig.player("OpenUri", [.string(track.location.uri)])
        await rig.advance()

        let metadata = try #require(try await rig.get("Metadata").dictionaryValue)
        #expect(metadata["xesam:title"]?.stringValue?.hasSuffix("é…") == true)
        #expect((1...32).contains(metadata["xesam:artist"]?.stringsValue?.count ?? 0))
        #expect(metadata["xesam:trackNumber"] == .int32(.max))
        for change in rig.changes { #expect(Self.size(.dictionary(change)) < 8192) }
        let own = try await rig.call("GetNowPlaying", of: ServiceNames.nowPlaying).first?.dictionaryValue ?? [:]
        #expect(own["title"]?.stringValue?.hasSuffix("é…") == true)
        #expect((1...256).contains(own["artists"]?.stringsValue?.count ?? 0))
        #expect(Self.size(.dictionary(own)) < 24 << 10)
    }

    /// About as many bytes as the value has in a message.
    private static func size(_ value: BusValue) -> Int {
        switch value {
        case .string(let text), .objectPath(let text): text.utf8.count + 9
        case .array(let values, _), .structure(let values): values.reduce(8) { $0 + size($1) }
        case .dictionary(let values): values.reduce(8) { $0 + $1.key.utf8.count + 20 + size($1.value) }
        case .variant(let inner): size(inner) + 4
        default: 8
        }
    }
}
