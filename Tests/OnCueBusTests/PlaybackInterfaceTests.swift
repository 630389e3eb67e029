// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("The interface org.oncue.Playback1")
struct PlaybackInterfaceTests {
    private static let name = ServiceNames.playback

    @Test("Play replaces the queue and says what plays")
    @MediaActor
    func play() async throws {
        let rig = try await ServiceRig()

        let answer = try await rig.call("Play", of: Self.name, [.string("album:blue"), .dictionary([:])])

        #expect(
            answer == [
                .dictionary([
                    "title": .string("Blue"), "subtitle": .string("Ada"), "kind": .string("album"), "count": .uint32(2),
                    "token": .uint64(1), "entry": .uint64(1),
                ])
            ])
        #expect(rig.controller.snapshot.status == .playing)
    }

    @Test("Play of a file is told by the title of its track, and plays what is in it")
    @MediaActor
    func playFile() async throws {
        let rig = try await ServiceRig()
        let location = MediaLocation(filePath: Array("/m/a\nb “c”.ogg".utf8))
        rig.resolver.set([.sample("x")], at: location)

        let answer = try await rig.call("Play", of: Self.name, [.string(location.uri), .dictionary([:])])

        #expect(answer.first?.dictionaryValue?["kind"] == .string("track"))
        #expect(answer.first?.dictionaryValue?["title"] == .string("Title of x"))
    }

    @Test("Play with wait answers when sound starts")
    @MediaActor
    func playAndWait() async throws {
        let rig = try await ServiceRig()
        let answered = EventLog<String>()
        let waiting = Task { @MediaActor in
            try await rig.call("Play", of: Self.name, [.string("album:blue"), .dictionary(["wait": .bool(true)])])
            answered.append("answered")
        }
        try await rig.signals.wait { $0.member == "NowPlayingChanged" }
        #expect(answered.count == 0)

        rig.engine.advance(by: .zero)

        try await answered.wait(count: 1)
        try await waiting.value
    }

    @Test("Play with wait fails with the reason when nothing of it plays")
    @MediaActor
    func playAndFail() async throws {
        let rig = try await ServiceRig()
        rig.engine.defaultMedium = .init(failure: PlaybackError(.missingDecoder, "install the package x"))
        let waiting = Task { @MediaActor in
            await rig.failure {
                try await rig.call("Play", of: Self.name, [.string("album:green"), .dictionary(["wait": .bool(true)])])
            }
        }
        try await rig.signals.wait { $0.member == "NowPlayingChanged" }

        await rig.advance()

        #expect(
            await waiting.value == BusError(name: "org.oncue.Error.MissingDecoder", message: "install the package x"))
        let told = rig.signals("PlaybackFailed").first?.arguments
        #expect(told == [.uint64(1), .string("MissingDecoder"), .string("install the package x")])
    }

    @Test("Play with wait that fails says how the queue that it replaced comes back")
    @MediaActor
    func playAndFailOverQueue() async throws {
        let rig = try await ServiceRig()
        try await rig.call("Play", of: Self.name, [.string("album:blue"), .dictionary([:])])
        await rig.settle()
        let seen = rig.signals.count
        let before = rig.controller.queue.entries.map(\.track.identifier)
        rig.engine.defaultMedium = .init(failure: PlaybackError(.notFound, "it does not exist (404)"))
        let waiting = Task { @MediaActor in
            await rig.failure {
                try await rig.call("Play", of: Self.name, [.string("album:green"), .dictionary(["wait": .bool(true)])])
            }
        }
        try await rig.signals.wait(from: seen) { $0.member == "QueueChanged" }

        await rig.advance()

        let message = "it does not exist (404); oncue undo brings the former queue back"
        #expect(await waiting.value?.message == message)
        _ = try await rig.call("Undo", of: Self.name)
        #expect(rig.controller.queue.entries.map(\.track.identifier) == before)
    }

    @Test("Options of the wrong type are refused by name, and unknown ones are passed over")
    @MediaActor
    func oddOptions() async throws {
        let rig = try await ServiceRig()
        let wrong: [String: BusValue] = ["shuffle": .string("yes"), "x": .strings([])]

        let error = await rig.failure {
            try await rig.call("Play", of: Self.name, [.string("album:blue"), .dictionary(wrong)])
        }
        #expect(error == BusError(name: "org.oncue.Error.InvalidValue", message: "shuffle must be true or false"))
        #expect(rig.controller.queue.entries.isEmpty)

        try await rig.call("Play", of: Self.name, [.string("album:blue"), .dictionary(["x": .strings([])])])
        #expect(!rig.controller.queue.entries.isEmpty)
    }

    @Test("An empty list of further places is as none")
    @MediaActor
    func noFurtherPlaces() async throws {
        let rig = try await ServiceRig()
        func add(_ place: String) async throws -> [String: BusValue]? {
            try await rig.call("Enqueue", of: Self.name, [.string(place), .dictionary(["also": .strings([])])])
                .first?.dictionaryValue
        }

        #expect(try await add("album:blue")?["count"] == .uint32(2))
        let error = await rig.failure { _ = try await add("zzz") }
        #expect(error?.name == "org.oncue.Error.NothingMatches")
    }

    @Test("Enqueue names the first entry that it made, and those of the others follow it")
    @MediaActor
    func madeEntries() async throws {
        let rig = try await ServiceRig()
        func add(_ options: [String: BusValue]) async throws -> BusValue? {
            try await rig.call("Enqueue", of: Self.name, [.string("album:blue"), .dictionary(options)])
                .first?.dictionaryValue?["firstEntry"]
        }

        #expect(try await add([:]) == .uint64(1))
        #expect(try await add(["at": .uint32(1)]) == .uint64(3))
        #expect(try await add(["next": .bool(true)]) == .uint64(5))
        #expect(rig.controller.queue.entries.map(\.id.number) == [1, 5, 6, 3, 4, 2])
        try await rig.call("RemoveEntry", of: Self.name, [.uint64(6)])
        #expect(try await add(["shuffle": .bool(true)]) == .uint64(7))
        #expect(rig.controller.queue.entries.map(\.id.number) == [1, 5, 3, 4, 2, 7, 8])
    }

    @Test("The steering methods steer")
    @MediaActor
    func steering() async throws {
        let rig = try await ServiceRig()
        try await rig.play()

        try await rig.call("Pause", of: Self.name)
        #expect(rig.controller.snapshot.status == .paused)
        try await rig.call("Resume", of: Self.name)
        #expect(rig.controller.snapshot.status == .playing)
        try await rig.call("Toggle", of: Self.name)
        #expect(rig.controller.snapshot.status == .paused)
        try await rig.call("Next", of: Self.name)
        #expect(rig.controller.snapshot.entryIndex == 1)
        try await rig.call("Previous", of: Self.name)
        #expect(rig.controller.snapshot.entryIndex == 0)
        try await rig.call("SeekTo", of: Self.name, [.int64(9_000_000)])
        #expect(rig.controller.position == .seconds(9))
        try await rig.call("SeekBy", of: Self.name, [.int64(-4_000_000)])
        #expect(rig.controller.position == .seconds(5))
        try await rig.call("SetVolume", of: Self.name, [.double(0.5)])
        try await rig.call("AdjustVolume", of: Self.name, [.double(-0.125)])
        #expect(rig.controller.snapshot.volume == 0.375)
        try await rig.call("SetMuted", of: Self.name, [.bool(true)])
        #expect(rig.controller.snapshot.isMuted)
        try await rig.call("SetRepeat", of: Self.name, [.string("one")])
        #expect(rig.controller.snapshot.repeatMode == .one)
        try await rig.call("SetShuffle", of: Self.name, [.bool(true)])
        #expect(rig.controller.snapshot.isShuffled)
        try await rig.call("Stop", of: Self.name)
        #expect(rig.controller.snapshot.status == .stopped)
    }

    @Test("Commands that have nothing to work on, and values that are none, have named errors")
    @MediaActor
    func refusals() async throws {
        let rig = try await ServiceRig()
        func name(_ method: String, _ arguments: [BusValue] = []) async -> String? {
            await rig.failure { try await rig.call(method, of: Self.name, arguments) }?.name
        }

        for method in ["Resume", "Toggle", "Next", "Previous"] {
            #expect(await name(method) == "org.oncue.Error.NothingPlaying")
        }
        #expect(await name("SeekTo", [.int64(1)]) == "org.oncue.Error.NothingPlaying")
        #expect(await name("SetVolume", [.double(.nan)]) == "org.oncue.Error.InvalidValue")
        #expect(await name("AdjustVolume", [.double(.infinity)]) == "org.oncue.Error.InvalidValue")
        #expect(await name("SetRepeat", [.string("twice")]) == "org.oncue.Error.InvalidValue")
        for method in ["PlayEntry", "RemoveEntry"] {
            #expect(await name(method, [.uint64(.max)]) == "org.oncue.Error.NoSuchEntry")
        }
        #expect(await name("MoveEntry", [.uint64(0), .uint32(0)]) == "org.oncue.Error.NoSuchEntry")
    }

    @Test("The queue is edited by stable numbers, and its changes are told")
    @MediaActor
    func queue() async throws {
        let rig = try await ServiceRig()
        try await rig.play("album:blue")
        let added = try await rig.call("Enqueue", of: Self.name, [.string("album:green"), .dictionary([:])])
        await rig.settle()

        #expect(added.first?.dictionaryValue?["count"] == .uint32(1))
        #expect(added.first?.dictionaryValue?["position"] == .uint32(2))
        #expect(try await titles(rig) == ["So What", "Freddie", "Leaves"])
        try await rig.call("MoveEntry", of: Self.name, [.uint64(3), .uint32(0)])
        #expect(try await titles(rig) == ["Leaves", "So What", "Freddie"])
        try await rig.call("MoveEntry", of: Self.name, [.uint64(3), .uint32(.max)])
        #expect(try await titles(rig) == ["So What", "Freddie", "Leaves"])
        try await rig.call("PlayEntry", of: Self.name, [.uint64(3)])
        try await rig.call("RemoveEntry", of: Self.name, [.uint64(1)])
        let page = try await rig.call("GetQueue", of: Self.name, [.uint32(0), .uint32(0)])
        #expect(page[0] == .uint32(2))
        #expect(page[1] == .int32(1))
        try await rig.call("ClearQueue", of: Self.name)
        await rig.settle()

        #expect(try await titles(rig) == [])
        let totals = rig.signals("QueueChanged").map { $0.arguments.first?.intValue }
        #expect(totals.first == 2)
        #expect(totals.dropFirst().first == 3)
        #expect(totals.last == 0)
    }

    @Test("Enqueue puts a place where it is told, and refuses what is no place of the queue")
    @MediaActor
    func enqueueAtPlace() async throws {
        let rig = try await ServiceRig()
        try await rig.play("album:blue")
        func enqueue(_ options: [String: BusValue]) async throws -> [BusValue] {
            try await rig.call("Enqueue", of: Self.name, [.string("album:green"), .dictionary(options)])
        }

        let added = try await enqueue(["at": .uint32(0)])
        await rig.settle()

        #expect(added.first?.dictionaryValue?["position"] == .uint32(0))
        #expect(try await titles(rig) == ["Leaves", "So What", "Freddie"])
        for options: [String: BusValue] in [
            ["at": .uint32(4)], ["at": .int64(-1)], ["at": .uint64(.max)], ["at": .int64(.max)], ["at": .string("1")],
            ["at": .uint32(1), "next": .bool(true)],
        ] {
            let error = await #expect(throws: BusError.self) { _ = try await enqueue(options) }
            #expect(error?.name == ServiceNames.errorPrefix + "InvalidValue", "\(options)")
        }
        #expect(try await titles(rig).count == 3)
    }

    @Test(
        "A command is answered when what it did is on disk",
        arguments: ["RemoveEntry", "Enqueue", "Play", "SetVolume", "Undo"])
    @MediaActor
    func answersAreSaved(_ method: String) async throws {
        let rig = try await ServiceRig()
        try await rig.play("album:blue")
        let arguments: [BusValue] =
            switch method {
            case "RemoveEntry": [.uint64(1)]
            case "SetVolume": [.double(0.5)]
            case "Undo": []
            default: [.string("album:green"), .dictionary([:])]
            }
        if method == "Undo" { try await rig.call("RemoveEntry", of: Self.name, [.uint64(1)]) }
        rig.store.hold()
        let saves = rig.store.saves.count

        let answer = Task { @MediaActor in
            try await rig.call(method, of: Self.name, arguments)
            return rig.store.saves.count
        }
        try await rig.store.saves.wait(count: saves + 1)
        await rig.settle()
        let before = rig.store.session
        rig.store.release()

        #expect(try await answer.value > saves)
        #expect(rig.store.session != before)
    }

    @Test("What is played in between has the queue wait, which is told, and comes back when it is asked for")
    @MediaActor
    func interrupting() async throws {
        let rig = try await ServiceRig()
        try await rig.play("album:blue")
        try await rig.call("Play", of: Self.name, [.string("album:green"), .dictionary(["interrupt": .bool(true)])])
        let now = try await rig.call("GetNowPlaying", of: ServiceNames.nowPlaying).first?.dictionaryValue

        #expect(try await titles(rig) == ["Leaves"])
        #expect(now?["interruptedTitle"] == .string("Blue"))
        #expect(now?["interruptedCount"] == .uint32(2))
        #expect(now?["interruptedDepth"] == .uint32(1))
        try await rig.call("GoBack", of: Self.name)
        #expect(try await titles(rig) == ["So What", "Freddie"])
        let refused = await rig.failure { try await rig.call("GoBack", of: Self.name) }
        #expect(refused?.name == "org.oncue.Error.NothingWaiting")
    }

    @Test("What is put next stands behind the current entry, from the track that was asked for")
    @MediaActor
    func enqueueOptions() async throws {
        let rig = try await ServiceRig()
        try await rig.play("album:blue")
        let next = try await rig.call(
            "Enqueue", of: Self.name, [.string("album:green"), .dictionary(["next": .bool(true)])])
        let rest = try await rig.call(
            "Enqueue", of: Self.name,
            [.string("album:blue"), .dictionary(["from": .uint32(1), "shuffle": .bool(true)])])
        await rig.settle()

        #expect(next.first?.dictionaryValue?["position"] == .uint32(1))
        #expect(rest.first?.dictionaryValue?["count"] == .uint32(1))
        #expect(try await titles(rig) == ["So What", "Leaves", "Freddie", "Freddie"])
    }

    @Test("A queue entry carries what a list shows, with the right types")
    @MediaActor
    func queueEntry() async throws {
        let rig = try await ServiceRig()
        try await rig.play()

        let page = try await rig.call("GetQueue", of: Self.name, [.uint32(0), .uint32(1)])

        #expect(
            page[2].arrayValue == [
                .dictionary([
                    "entry": .uint64(1), "identifier": .string("track:b1"), "title": .string("So What"),
                    "artist": .string("Ada, Cy"), "album": .string("Blue"), "duration": .int64(180_000_000),
                    "url": .string("file:///music/b1.flac"), "contextNumber": .uint32(1), "current": .bool(true),
                ])
            ])
        #expect(
            page[3]
                == .dictionary([
                    "title": .string("Blue"), "identifier": .string("album:blue"), "kind": .string("album"),
                    "count": .uint32(2),
                ]))
    }

    @Test(
        "What was added has no number in what the queue was filled from, and single things are nothing to fill it from")
    @MediaActor
    func context() async throws {
        let rig = try await ServiceRig()
        try await rig.play("album:blue")
        try await rig.call("Enqueue", of: Self.name, [.string("album:green"), .dictionary([:])])
        let filled = try await rig.call("GetQueue", of: Self.name, [.uint32(0), .uint32(0)])
        try await rig.play("track:b1")
        let single = try await rig.call("GetQueue", of: Self.name, [.uint32(0), .uint32(0)])

        #expect(
            filled[2].arrayValue?.map { $0.dictionaryValue?["contextNumber"] } == [.uint32(1), .uint32(2), nil])
        #expect(filled[3].dictionaryValue?["title"] == .string("Blue"))
        #expect(single[3] == .dictionary([:]))
    }

    @MediaActor
    private func titles(_ rig: ServiceRig) async throws -> [String] {
        let page = try await rig.call("GetQueue", of: Self.name, [.uint32(0), .uint32(0)])
        return page[2].arrayValue?.compactMap { $0.dictionaryValue?["title"]?.stringValue } ?? []
    }
}
