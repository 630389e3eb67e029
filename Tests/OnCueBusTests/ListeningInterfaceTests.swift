// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("org.oncue.Listening1")
struct ListeningInterfaceTests {
    @Test("Favourites and plays of places reach the store; a container stands for its tracks")
    @MediaActor
    func marks() async throws {
        let rig = try await ServiceRig()

        try await rig.call("SetFavourite", of: ServiceNames.listening, [.string("album:blue"), .bool(true)])
        try await rig.call("SetPlayed", of: ServiceNames.listening, [.string("album:blue"), .bool(true)])
        try await rig.call("SetPlayed", of: ServiceNames.listening, [.string("track:g1"), .bool(false)])

        func track(_ key: String) -> ContentIdentifier { ContentIdentifier(kind: .track, key: key) }
        #expect(
            rig.listening.events == [
                .favourite(ContentIdentifier(kind: .album, key: "blue"), true), .played(track("b1"), true, at: 1_000),
                .played(track("b2"), true, at: 1_000), .played(track("g1"), false, at: 1_000),
            ])
    }

    @Test("A record has what is known; nothing known is a record of zeros")
    @MediaActor
    func records() async throws {
        let rig = try await ServiceRig()
        rig.listening.set(
            ListeningRecord(playCount: 2, skipCount: 1, lastPlayed: 7, position: .seconds(3), isFavourite: true),
            for: ContentIdentifier(kind: .track, key: "b1"))

        let known = try await rig.call("GetRecord", of: ServiceNames.listening, [.string("track:b1")])
        let none = try await rig.call("GetRecord", of: ServiceNames.listening, [.string("track:b2")])

        let values = known.first?.dictionaryValue ?? [:]
        #expect(values["playCount"]?.intValue == 2 && values["skipCount"]?.intValue == 1)
        #expect(values["lastPlayed"]?.intValue == 7 && values["position"]?.intValue == 3_000_000)
        #expect(values["favourite"]?.boolValue == true && values["identifier"]?.stringValue == "track:b1")
        #expect(none.first?.dictionaryValue?["playCount"]?.intValue == 0)
        #expect(none.first?.dictionaryValue?["position"] == nil)
    }

    @Test("A change of records is told with the items, whoever made it, and without them where there are too many")
    @MediaActor
    func changes() async throws {
        let rig = try await ServiceRig()

        try await rig.call("SetFavourite", of: ServiceNames.listening, [.string("track:b1"), .bool(true)])
        let told = try await rig.signals.wait { $0.member == "RecordsChanged" }
        #expect(told.arguments == [.strings(["track:b1"])] && told.interface == ServiceNames.listening)

        rig.listening.set(ListeningRecord(playCount: 1), for: ContentIdentifier(kind: .track, key: "b2"))
        try await rig.signals.wait { $0.arguments == [.strings(["track:b2"])] }

        rig.listening.tell((0...1000).map { ContentIdentifier(kind: .track, key: "x\($0)") })
        try await rig.signals.wait { $0.member == "RecordsChanged" && $0.arguments == [.strings([])] }
    }

    @Test("The journal is read in pages and erased in parts; nothing is erased by an empty wish")
    @MediaActor
    func journal() async throws {
        let rig = try await ServiceRig()
        let subject = JournalEntry.Subject(
            identifier: ContentIdentifier(kind: .track, key: "b1"), title: "So What", artists: ["Miles"],
            duration: .seconds(5))
        for time: Int64 in 1...3 {
            try await rig.listening.record([
                .noted(JournalEntry(.started, subject, at: time, position: .seconds(2), cause: .remote, output: "x"))
            ])
        }
        func call(_ method: String, _ options: [String: BusValue]) async throws -> [BusValue] {
            try await rig.call(method, of: ServiceNames.listening, [.dictionary(options)])
        }

        let page = try await call("GetHistory", ["since": .int64(2), "limit": .uint32(1), "item": .string("track:b1")])
        let values = page.last?.arrayValue?.first?.dictionaryValue
        #expect(page.first == .uint32(2))
        #expect(values?["kind"]?.stringValue == "started" && values?["cause"]?.stringValue == "remote")
        #expect(values?["time"]?.intValue == 3 && values?["position"]?.intValue == 2_000_000)
        #expect(values?["identifier"]?.stringValue == "track:b1" && values?["output"]?.stringValue == "x")
        let refused = await rig.failure { _ = try await call("EraseHistory", [:]) }
        #expect(refused?.name == "org.oncue.Error.InvalidValue")
        let wrong = await rig.failure { _ = try await call("GetHistory", ["kinds": .strings(["eaten"])]) }
        #expect(wrong?.name == "org.oncue.Error.InvalidValue")
        #expect(try await call("EraseHistory", ["until": .int64(2)]).first == .uint32(1))
        #expect(try await call("EraseHistory", ["all": .bool(true)]).first == .uint32(2))
    }

    @Test("Wrong places have named errors")
    @MediaActor
    func wrongPlaces() async throws {
        let rig = try await ServiceRig()
        for (place, name) in [
            ("", "InvalidPlace"), ("track:none", "NotFound"), ("no such thing", "NothingMatches"),
            ("Albums", "Refused"),
        ] {
            let error = await rig.failure {
                try await rig.call("SetFavourite", of: ServiceNames.listening, [.string(place), .bool(true)])
            }
            #expect(error?.name == ServiceNames.errorPrefix + name)
        }
        #expect(rig.listening.events.isEmpty)
    }

    @Test("A long track that is selected again goes on where it was left, unless its beginning is asked for")
    @MediaActor
    func resumes() async throws {
        let rig = try await ServiceRig()
        let long = Track.sample("long", duration: .seconds(3000))
        _ = rig.source.replace(with: [.init("Long", by: "Eve", tracks: [long])])
        rig.listening.set(ListeningRecord(position: .seconds(1000)), for: long.identifier)

        try await rig.play("track:long")
        let options = BusValue.dictionary(["fromStart": .bool(true)])
        try await rig.call("Play", of: ServiceNames.playback, [.string("track:long"), options])

        let positions = rig.engine.calls.compactMap { (call) -> Duration? in
            if case .load(_, let position, _) = call { return position }
            return nil
        }
        #expect(positions == [.seconds(1000), .zero])
    }
}
