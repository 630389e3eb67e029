// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueBus
import OnCueCore
import OnCuePlayers
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Signals of the MPRIS player")
struct MPRISSignalTests {
    @Test("Playing is told by one PropertiesChanged, with status and metadata together")
    @MediaActor
    func playIsOneSignal() async throws {
        let rig = try await ServiceRig()

        try await rig.play()

        #expect(rig.changes.count == 1)
        let change = try #require(rig.changes.first)
        #expect(change["PlaybackStatus"] == .string("Playing"))
        #expect(change["Metadata"]?.dictionaryValue?["xesam:title"] == .string("So What"))
        #expect(change["Metadata"]?.dictionaryValue?["mpris:artUrl"] != nil)
        #expect(change["CanPlay"] == .bool(true))
        #expect(change["Volume"] == nil, "what did not change is not told")
    }

    @Test("A picture that is late is told by a second one with all metadata")
    @MediaActor
    func lateArtwork() async throws {
        let rig = try await ServiceRig()
        rig.artwork.hold()

        try await rig.call("Play", of: ServiceNames.playback, [.string("album:blue"), .dictionary([:])])
        try await rig.signals.wait { $0.member == "PropertiesChanged" && $0.path == MPRISObject.path }
        rig.artwork.release()
        try await rig.signals.wait { $0.member == "TrackMetadataChanged" }

        #expect(rig.changes.count == 2)
        let (first, second) = (rig.changes[0]["Metadata"]?.dictionaryValue, rig.changes[1]["Metadata"]?.dictionaryValue)
        #expect(first?["mpris:artUrl"] == nil)
        #expect(second?["mpris:artUrl"] == .string("file:///cache/b1.flac.png"))
        #expect(second?.count == (first?.count ?? 0) + 1)
    }

    @Test("A rating is told with the metadata, as a fraction, when it comes and when it goes")
    @MediaActor
    func rating() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        #expect(try await rig.get("Metadata").dictionaryValue?["xesam:userRating"] == nil)
        let track = ContentIdentifier(kind: .track, key: "b1")

        for (stars, told) in [(Stars(4.5), BusValue.double(0.9)), (Stars(0), .double(0)), (nil, nil)] {
            rig.signals.removeAll()
            rig.listening.set(ListeningRecord(stars: stars), for: track)
            try await rig.signals.wait { $0.member == "PropertiesChanged" && $0.path == MPRISObject.path }
            #expect(rig.changes.map { Set($0.keys) } == [["Metadata", "PlaybackStatus"]])
            #expect(rig.changes.last?["Metadata"]?.dictionaryValue?["xesam:userRating"] == told)
            #expect(try await rig.get("Metadata").dictionaryValue?["xesam:userRating"] == told)
        }
    }

    @Test("Every transition is one PropertiesChanged with exactly what changed")
    @MediaActor
    func transitions() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        let steps: [(String, Set<String>)] = [
            ("Pause", ["PlaybackStatus"]), ("Play", ["PlaybackStatus"]),
            ("Next", ["Metadata", "PlaybackStatus", "CanGoNext", "CanGoPrevious"]),
            ("Previous", ["Metadata", "PlaybackStatus", "CanGoNext", "CanGoPrevious"]),
            ("Stop", ["PlaybackStatus", "CanSeek"]), ("PlayPause", ["PlaybackStatus", "CanSeek"]),
        ]

        for (method, names) in steps {
            rig.signals.removeAll()
            try await rig.player(method)
            await rig.advance()
            #expect(rig.changes.map { Set($0.keys) } == [names], "\(method)")
        }
    }

    @Test("The gapless next track is one signal, with the status so that clients need not ask")
    @MediaActor
    func gaplessTransition() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        rig.signals.removeAll()

        await rig.advance(by: .seconds(181))

        #expect(rig.changes.count == 1)
        #expect(rig.changes.first?["Metadata"]?.dictionaryValue?["xesam:title"] == .string("Freddie"))
        #expect(rig.changes.first?["PlaybackStatus"] == .string("Playing"))
        #expect(rig.seeks.isEmpty)
    }

    @Test("Writing the value that is there already tells nothing")
    @MediaActor
    func sameValues() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        rig.signals.removeAll()

        try await rig.set("Volume", .double(1))
        try await rig.set("Volume", .double(8))
        try await rig.set("LoopStatus", .string("None"))
        try await rig.set("Shuffle", .bool(false))
        try await rig.set("Rate", .double(1))
        try await rig.player("Play")
        await rig.settle()

        #expect(rig.signals.events == [])
    }

    @Test("While a track plays on, nothing at all is told")
    @MediaActor
    func steadyPlay() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        rig.signals.removeAll()

        for _ in 0..<60 {
            rig.engine.advance(by: .seconds(1))
            _ = try await rig.get("Position")
        }
        await rig.settle()

        #expect(rig.signals.events == [])
    }

    @Test("Seeked comes for jumps alone, with the position")
    @MediaActor
    func seeked() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        await rig.advance(by: .seconds(10))
        try await rig.player("Pause")
        try await rig.player("Play")
        await rig.advance()
        #expect(rig.seeks == [])

        try await rig.player("Seek", [.int64(5_000_000)])
        await rig.advance()
        let first = rig.seeks
        try await rig.call("SeekTo", of: ServiceNames.playback, [.int64(60_000_000)])
        await rig.advance()
        try await rig.player("Next")
        await rig.advance()

        #expect(first.count == 1)
        #expect(abs((first.first ?? 0) - 15) < 0.5)
        #expect(rig.seeks.dropFirst() == [60])
    }

    @Test("Seeked comes when a track starts at a resume point, after its status")
    @MediaActor
    func resumePoint() async throws {
        let entry = PlaybackQueue.Entry(id: .init(3), track: .full)
        let rig = try await ServiceRig(
            SavedSession(entries: [entry], current: .init(3), position: .seconds(42), wasActive: true))
        #expect(try await rig.get("PlaybackStatus") == .string("Paused"))
        #expect(try await rig.get("Position") == .int64(42_000_000))
        rig.signals.removeAll()

        try await rig.player("Play")
        await rig.advance()

        #expect(rig.seeks == [42])
        let order = rig.signals.events.filter { $0.path == MPRISObject.path }.map(\.member)
        #expect(order == ["PropertiesChanged", "Seeked"])
    }

    @Test("Position and CanControl are never in PropertiesChanged, and nothing foreign comes from the player's path")
    @MediaActor
    func nothingForeign() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        for method in ["Next", "Pause", "PlayPause", "Previous", "Stop", "Play"] { try await rig.player(method) }
        try await rig.player("Seek", [.int64(1_000_000)])
        try await rig.set("Volume", .double(0.2))
        try await rig.set("Shuffle", .bool(true))
        try await rig.call("Enqueue", of: ServiceNames.playback, [.string("album:green"), .dictionary([:])])
        rig.source.touch()
        rig.control?.libraryChanged(.scanFinished(ScanReport()))
        await rig.advance(by: .seconds(3))

        #expect(!rig.changes.isEmpty)
        for change in rig.changes {
            #expect(change["Position"] == nil)
            #expect(change["CanControl"] == nil)
        }
        for signal in rig.signals.events where signal.path == MPRISObject.path {
            if signal.interface == ServiceRig.properties {
                let isList = signal.arguments.first == .string("org.mpris.MediaPlayer2.TrackList")
                #expect(isList || signal.arguments.first == .string(ServiceRig.player))
                #expect(signal.arguments.last == .strings(isList ? ["Tracks"] : []))
            } else if signal.interface == ServiceRig.player {
                #expect(signal.member == "Seeked")
            } else {
                #expect(signal.interface == "org.mpris.MediaPlayer2.TrackList")
            }
        }
        for signal in rig.signals.events where signal.path != MPRISObject.path {
            #expect(signal.path == ServiceNames.objectPath)
        }
    }
}
