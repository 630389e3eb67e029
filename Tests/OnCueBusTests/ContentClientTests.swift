// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("What single clients have open in org.oncue.PlayableContent1")
struct ContentClientTests {
    private static let name = ServiceNames.playableContent

    @Test("A view cuts containers and plays what lies too deep as a whole")
    @MediaActor
    func views() async throws {
        let rig = try await ServiceRig()
        let opened = try await rig.call(
            "OpenView", of: Self.name, [.dictionary(["items": .uint32(3), "depth": .uint32(2)])])
        let view = try #require(opened.first)
        let options = BusValue.dictionary(["view": view])

        let top = try await rig.call("GetChildren", of: Self.name, [.string("/"), .uint32(0), .uint32(0), options])
        let albums = try await rig.call(
            "GetChildren", of: Self.name, [.string("Albums"), .uint32(0), .uint32(0), options])
        let deep = await rig.failure {
            try await rig.call("GetChildren", of: Self.name, [.string("album:blue"), .uint32(0), .uint32(0), options])
        }
        let context = try await rig.call("GetContext", of: Self.name, [view])

        #expect(top[2] == .uint32(3))
        #expect(top[3].arrayValue?.count == 3)
        #expect(top[4].dictionaryValue?["all"] == .uint32(UInt32(ContentSection.allCases.count)))
        let section = try #require(top[3].arrayValue?.first?.arrayValue?[4].intValue)
        #expect(ContentFlags(rawValue: UInt32(section)).contains(.container))
        let album = albums[3].arrayValue?.first?.arrayValue
        #expect(album?[4] == .uint32(ContentFlags.playable.rawValue))
        #expect(album?.last?.dictionaryValue?["childCount"] == .uint32(2))
        #expect(deep?.name == "org.oncue.Error.NotContainer")
        #expect(context.first?.dictionaryValue?["enforcedItemsCount"] == .uint32(3))
        try await rig.call("CloseView", of: Self.name, [view])
        #expect(
            await rig.failure { try await rig.call("CloseView", of: Self.name, [view]) }?.name
                == "org.oncue.Error.NotFound")
    }

    @Test("A client has sixteen views at most")
    @MediaActor
    func manyViews() async throws {
        let rig = try await ServiceRig()
        for _ in 0..<16 { try await rig.call("OpenView", of: Self.name, [.dictionary([:])]) }

        let error = await rig.failure { try await rig.call("OpenView", of: Self.name, [.dictionary([:])]) }

        #expect(error?.name == "org.oncue.Error.Refused")
    }

    @Test("A subscription tells its client alone, and an old list gets its difference")
    @MediaActor
    func subscriptions() async throws {
        let source = OneListSource((0..<10).map(OneListSource.row))
        let notices = EventLog<ContentSubscriptions.Notice>()
        let subscriptions = ContentSubscriptions(source) { notices.append($0) }
        let first = try await subscriptions.subscribe(":1.1", to: .root)
        var lists = [first: source.names]
        var random = SplitMix64(seed: 4)

        for _ in 0..<8 {
            let before = notices.count
            source.shuffle(using: &random)
            let notice = try await notices.wait(from: before) { _ in true }
            let previous = try #require(
                lists.values.first { list in
                    notice.difference?.applied(to: list) == source.names
                })
            #expect(previous != source.names)
            #expect(notice.clients == [":1.1"])
            lists[notice.revision] = source.names
        }
        for (revision, list) in lists {
            let changes = try await subscriptions.changes(of: .root, since: revision)
            #expect(changes.difference?.applied(to: list) == source.names)
        }
        let unknown = try await subscriptions.changes(of: .root, since: ContentTree.Revision(999_999))
        #expect(unknown.difference == nil)
        try await subscriptions.unsubscribe(":1.1", from: .root)
        await #expect(throws: ContentError.self) { try await subscriptions.unsubscribe(":1.1", from: .root) }
    }

    @Test("A batch holds notices back until it ends, also when its client has gone; a reload is told at once")
    @MediaActor
    func batches() async throws {
        let rig = try await ServiceRig()
        var other: MessageBus? = try await rig.bus.connect()
        try await rig.call("EndUpdates", of: Self.name)
        try await rig.call("BeginUpdates", of: Self.name)
        try await rig.call("BeginUpdates", of: Self.name)
        try await other?.call("BeginUpdates", of: Self.name, at: ServiceNames.objectPath, on: ServiceNames.busName)
        rig.source.touch()
        let revision = rig.source.touch()
        try await rig.call("EndUpdates", of: Self.name)
        try await rig.call("EndUpdates", of: Self.name)
        await rig.settle()
        #expect(rig.signals("ContentChanged").isEmpty)

        // Its connection ends.
        other = nil
        try await rig.signals.wait { $0.member == "ContentChanged" }
        try await rig.call("Subscribe", of: Self.name, [.string("Albums")])
        try await rig.call("Reload", of: Self.name, [.string("Albums")])
        let told = try await rig.signals.wait { $0.member == "ItemsReloaded" }

        #expect(rig.signals("ContentChanged").map(\.arguments) == [[.uint64(revision.number)]])
        #expect(told.arguments.first == .string("section:albums"))
        let wrong = await rig.failure { try await rig.call("Reload", of: Self.name, [.string("track:b1")]) }
        #expect(wrong?.name == "org.oncue.Error.NotContainer")
    }

    @Test("The context of all endpoints is told when it changes")
    @MediaActor
    func context() async throws {
        let rig = try await ServiceRig()

        let view = try await rig.call("OpenView", of: Self.name, [.dictionary(["depth": .uint32(3)])])
        try await rig.call("CloseView", of: Self.name, view)
        await rig.settle()

        let contexts = rig.signals("PropertiesChanged").compactMap {
            $0.arguments.dropFirst().first?.dictionaryValue?["Context"]?.dictionaryValue
        }
        #expect(contexts.map { $0["enforcedTreeDepth"] } == [.uint32(3), .uint32(0)])
        #expect(contexts.map { $0["endpointAvailable"] } == [.bool(true), .bool(false)])
    }

    @Test("A search tells what each source finds to its caller, and that nothing more comes")
    @MediaActor
    func search() async throws {
        let rig = try await ServiceRig()

        let number = try await rig.call("BeginSearch", of: Self.name, [.string("blue"), .dictionary([:])])
        let last = try await rig.signals.wait { signal in
            signal.member == "SearchFound" && signal.arguments.last == .bool(true)
        }

        let found = rig.signals("SearchFound")
        #expect(last.arguments.first == number.first)
        #expect(found.count == 2)
        #expect(found.first?.arguments[2].arrayValue?.isEmpty == false)
    }

    @Test("A search with a mistake in its words says where it is, and does not begin")
    @MediaActor
    func mistakenSearch() async throws {
        let rig = try await ServiceRig()

        let error = await rig.failure {
            try await rig.call("BeginSearch", of: Self.name, [.string("blue year:soon"), .dictionary([:])])
        }
        await rig.settle()

        #expect(error?.name == "org.oncue.Error.InvalidQuery")
        #expect(error?.message.hasPrefix("column 11: ") == true, "\(error?.message ?? "")")
        #expect(rig.signals("SearchFound").isEmpty)
    }

    @Test("Preparing resolves a named item once and does not play it; what is not there has its error")
    @MediaActor
    func preparing() async throws {
        let rig = try await ServiceRig()
        let place = try #require(MediaLocation(uri: "http://127.0.0.1:9/list"))
        var track = Track.sample("named")
        track.location = try #require(MediaLocation(uri: "oncue://provided/one"))
        rig.resolver.set([track], at: place)
        let before = rig.engine.calls

        try await rig.call("Prepare", of: Self.name, [.string(place.uri)])
        try await rig.locator.asked.wait { _ in true }
        await rig.advance()

        #expect(rig.locator.asked.events == [track.location])
        #expect(rig.engine.calls == before)
        #expect(rig.controller.snapshot.entry == nil)
        let missing = await rig.failure {
            try await rig.call("Prepare", of: Self.name, [.string("album:none")])
        }
        #expect(missing?.name == "org.oncue.Error.NothingMatches")
    }
}

extension OneListSource {
    fileprivate var names: [ContentIdentifier] { rows.map(\.identifier) }

    /// Puts a new row somewhere in the place of another one.
    fileprivate func shuffle(using random: inout SplitMix64) {
        let number = Int.random(in: 10..<1_000_000_000, using: &random)
        change { rows in
            rows.remove(at: Int.random(in: rows.indices, using: &random))
            rows.insert(Self.row(number), at: Int.random(in: 0...rows.count, using: &random))
        }
    }

    fileprivate static func row(_ number: Int) -> ContentNode {
        ContentNode(
            identifier: ContentIdentifier(kind: .track, key: String(number)), title: String(number), isPlayable: true)
    }
}
