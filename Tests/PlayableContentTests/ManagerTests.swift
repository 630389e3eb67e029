// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GLib
import OnCueCore
import OnCueProviders
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import PlayableContent
import Testing

@Suite("A program that shows its content with PlayableContent", .timeLimit(.minutes(5)))
struct ManagerTests {
    private typealias Row = ContentNode

    @Test("Its items are in the tree with everything that they say")
    @MediaActor
    func browse() async throws {
        let rig = try await ManagerRig()
        try await rig.startService()
        let source = try await rig.branch()

        let top = try await source.children(of: .root, offset: 0, limit: 10, at: nil).items
        let album = try await source.children(of: top[0].identifier, offset: 440, limit: 100, at: nil)
        let found = try await source.searchGroups("Track 44", limit: 3).flatMap(\.items)

        #expect(top.map(\.title) == ["Album", "Heard"])
        #expect(top[0].childCount == 450)
        #expect(top[1].playbackProgress == 0.5)
        #expect(top[1].duration == .seconds(3))
        #expect(top[1].isExplicit)
        #expect(top[1].location?.geoURI == "geo:60.3925,5.3233")
        #expect(top[1].location?.telephones == ["+47 55 12 34 56"])
        #expect(top[0].location == nil)
        #expect(top[1].subtitle == "Somebody")
        #expect(album.items.map(\.title) == (440..<450).map { "Track \($0)" })
        #expect(album.total == 450)
        #expect(found.count == 3)
        #expect(rig.content.loads == [[], [0]])
    }

    @Test("What it nominates is known before anybody asks, and again when it is something else")
    @MediaActor
    func nominations() async throws {
        let content = TestContent()
        let tracks = (0..<7).map { ContentItem.playable("track/\($0)", title: "Track \($0)") }
        content.nominate([.init(.container("album", title: "Album"), .new), .init(tracks[3], .unfinished)])
        let rig = try await ManagerRig(content)
        try await rig.startService()
        let source = try await rig.branch()
        func nominated(_ expected: String...) async throws {
            var changes = source.changes().makeAsyncIterator()
            while await source.nominations().map({ "\($0.item.split(separator: "%2F").last ?? "") \($0.ground)" })
                != expected
            {
                try #require(await changes.next() != nil)
            }
        }

        try await nominated("3 unfinished")
        content.nominate([.init(tracks[1], .pinned), .init(tracks[2], .new)])
        rig.manager.reloadNominations()
        try await nominated("1 pinnedElsewhere", "2 newEpisode")
        content.nominate(tracks.map { .init($0, .new) })
        rig.manager.reloadData()
        try await nominated("0 newEpisode", "1 newEpisode", "2 newEpisode", "3 newEpisode", "4 newEpisode")
    }

    @Test("It keeps what every content source promises", arguments: [TestContent(), TestContent([:])])
    @MediaActor
    func contract(content: TestContent) async throws {
        let rig = try await ManagerRig(content)
        try await rig.startService()

        let source = try await rig.branch()
        // The top says how many children it has as soon as they are known.
        _ = try await source.children(of: .root, offset: 0, limit: 1, at: nil)

        let violations = await ContentSourceContract.violations(
            in: source,
            change: .init { @MediaActor in
                rig.content.set([.playable("new", title: "New")], of: "")
                rig.manager.reloadChildItems(ofItemWithIdentifier: "")
            })

        #expect(violations == [])
    }

    @Test("A batch of updates is told once, and the new children are shown")
    @MediaActor
    func updates() async throws {
        let rig = try await ManagerRig()
        try await rig.startService()
        let source = try await rig.branch()
        _ = try await source.children(of: .root, offset: 0, limit: 10, at: nil)
        let before = try await source.revision()
        var changes = source.changes().makeAsyncIterator()

        rig.manager.beginUpdates()
        rig.content.set([.playable("new", title: "New")], of: "")
        rig.manager.reloadChildItems(ofItemWithIdentifier: "")
        rig.manager.reloadChildItems(ofItemWithIdentifier: "")
        rig.manager.endUpdates()
        let change = await changes.next()
        let after = try await source.children(of: .root, offset: 0, limit: 10, at: nil)

        #expect(change?.containers == [.root])
        #expect(after.items.map(\.title) == ["New"])
        #expect(after.revision.number == before.number + 1)
    }

    @Test("Reloading tells that everything may be different")
    @MediaActor
    func reload() async throws {
        let rig = try await ManagerRig()
        try await rig.startService()
        let source = try await rig.branch()
        let root = try await source.children(of: .root, offset: 0, limit: 10, at: nil)
        _ = try await source.children(of: root.items[0].identifier, offset: 0, limit: 10, at: nil)
        var changes = source.changes().makeAsyncIterator()

        rig.content.set([.playable("only", title: "Only")], of: "album")
        rig.manager.reloadData()
        let change = await changes.next()
        let album = try await source.children(of: root.items[0].identifier, offset: 0, limit: 10, at: nil)

        #expect(change != nil)
        #expect(change?.containers == nil)
        #expect(album.items.map(\.title) == ["Only"])
    }

    @Test("It registers when the service comes, and again when it is started anew")
    @MediaActor
    func restart() async throws {
        let rig = try await ManagerRig()
        try await rig.startService()
        let first = try await rig.branch()
        let album = try await first.children(of: .root, offset: 0, limit: 1, at: nil).items[0].identifier

        try await rig.startService()
        let second = try await rig.branch()
        let tracks = try await second.children(of: album, offset: 0, limit: 1, at: nil)

        #expect(tracks.items.map(\.title) == ["Track 0"])
    }

    @Test("An item that was never shown is found by its identifier")
    @MediaActor
    func unknownIdentifier() async throws {
        let rig = try await ManagerRig()
        try await rig.startService()
        let source = try await rig.branch()

        let item = try await source.item(for: identifier("track%2F7"))

        #expect(item.title == "Track 7")
        await #expect(throws: ContentError.self) { _ = try await source.item(for: identifier("nothing")) }
    }

    @Test("An item is resolved by the delegate")
    @MediaActor
    func resolve() async throws {
        let rig = try await ManagerRig()
        try await rig.startService()
        let source = try await rig.branch()
        let good = try #require(try await source.tracks(under: identifier("track%2F7")).first)
        let bad = try #require(try await source.tracks(under: identifier("heard")).first)
        let registry = try #require(rig.service?.registry)

        let location = try await registry.locate(good.location, isRetry: false)

        #expect(location.uri == "http://127.0.0.1:9/track/7")
        await #expect(throws: PlaybackError.self) { _ = try await registry.locate(bad.location, isRetry: false) }
    }

    @Test("A run ends when it is cancelled, when the bus ends, and when the name is taken")
    @MediaActor
    func ends() async throws {
        let rig = try await ManagerRig()
        try await rig.startService()
        _ = try await rig.branch()

        let other = PlayableContentManager(name: "Other", busName: rig.manager.busName)
        let failure = await #expect(throws: PlayableContentError.self) { try await other.run(at: rig.bus.address) }
        try await rig.stop()
        #expect(!rig.manager.context.isEndpointAvailable)
        let lost = try await ManagerRig()
        try await lost.startService()
        _ = try await lost.branch()
        try await lost.bus.kill()

        #expect(failure?.code == .nameTaken)
        #expect(await lost.failure()?.code == .noBus)
    }

    private nonisolated func identifier(_ own: String) -> ContentIdentifier {
        ContentIdentifier(kind: .provided, key: "org.example.Mine/" + own)
    }
}
