// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import FoundationEssentials
import GLib
import OnCueCore
import OnCueInterface
import OnCueQuery
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCueBus
@testable import OnCueDesk
@testable import OnCueProviders

@Suite("Programs that provide content")
struct ProviderTests {
    @Test("Where an item was left in another player is kept before its row is there, and not for what plays")
    @MediaActor
    func leftElsewhere() async throws {
        let rig = try await ProviderRig()
        let store = FakeListeningStore()
        let playing = rig.item("b")
        rig.registry.positions = PositionsElsewhere(store: store, time: { 2000 }, current: { playing })
        rig.provider.children["folder"] = ["a", "b", "c"]
        rig.provider.left = ["a": (900_000_000, 1000), "b": (900_000_000, 1000), "c": (-1, 1000)]

        let page = try await rig.page(rig.item("folder"))

        #expect(page.items.count == 3)
        let events = store.events
        #expect(events.count == 1)
        guard case .left(let track, position: .seconds(900), at: 1000) = events.first else {
            Issue.record("\(events)")
            return
        }
        #expect(track.identifier == rig.item("a"))
    }

    @Test("A registered program has a branch under its own name, with its rows")
    @MediaActor
    func branch() async throws {
        let rig = try await ProviderRig()
        try await rig.wait { $0["name"] == .string("Fake") }

        let roots = try await rig.content.children(of: .root, offset: 0, limit: 10, at: nil)
        let page = try await rig.page()
        let folder = try await rig.page(rig.item("folder"))

        #expect(roots.items.map(\.title) == ["Fake"])
        #expect(roots.items.first?.identifier == rig.root)
        #expect(page.items.map(\.identifier) == [rig.item("one"), rig.item("folder")])
        #expect(page.items.first?.duration == .seconds(3))
        #expect(folder.items.map(\.identifier) == [rig.item("two"), rig.item("three%2F%C3%BC")])
        #expect(try await rig.status()["state"] == .string("available"))
    }

    @Test("A provider keeps what every content source promises")
    @MediaActor
    func contract() async throws {
        let rig = try await ProviderRig()
        rig.provider.children["folder"] = (0..<450).map { "track \($0)" }
        try await rig.wait { $0["name"] == .string("Fake") }

        let source = try #require(rig.content.branches.first).source
        let violations = await ContentSourceContract.violations(
            in: source,
            change: .init(of: rig.item("folder")) { @MediaActor in
                rig.provider.children["folder"]?.removeFirst()
                rig.provider.emitChanged("")
                rig.provider.emitChanged("folder")
            })

        #expect(violations == [])
    }

    @Test("Pages are asked for once, and anew after the program tells of a change")
    @MediaActor
    func changes() async throws {
        let rig = try await ProviderRig()
        // What it had before it was seen on the bus would be asked for anew.
        try await rig.wait { $0["name"] == .string("Fake") }
        let first = try await rig.page()
        _ = try await rig.page(limit: 1)
        #expect(rig.provider.calls("GetChildren") == 1)
        let source = try #require(rig.content.branches.first).source
        let changes = source.changes()

        rig.provider.children[""] = ["one", "folder", "new"]
        rig.provider.children["x"] = ["new"]
        rig.provider.emitChanged("")
        var iterator = changes.makeAsyncIterator()
        let change = await iterator.next()
        let second = try await rig.page()

        #expect(change?.containers == [.root])
        #expect(second.revision > first.revision)
        #expect(second.total == 3)
        await #expect(throws: ContentError.self) {
            _ = try await rig.content.identifier(at: [0, 0, 0], revision: first.revision)
        }
    }

    @Test("Lists with a row that says how far it has been played are said to show progress, and no others")
    @MediaActor
    func progress() async throws {
        let rig = try await ProviderRig()
        rig.provider.progress["two"] = 0.25
        _ = try await rig.page()
        let folder = try await rig.page(rig.item("folder"))

        #expect(folder.items.first?.playbackProgress == 0.25)
        #expect(await rig.content.childrenShowPlaybackProgress(of: rig.item("folder")))
        #expect(await !rig.content.childrenShowPlaybackProgress(of: rig.root))
    }

    @Test("A page that must not be waited for says that it is loading, and a change is told when it is there")
    @MediaActor
    func loading() async throws {
        let rig = try await ProviderRig()
        let source = try #require(rig.content.branches.first).source
        let before = try await source.childrenAtHand(of: .root, offset: 0, limit: 10, at: nil)
        #expect(before.isLoading)
        var after = before

        let changes = source.changes()
        await source.beginLoadingChildren(of: .root)
        for await _ in changes {
            after = try await source.childrenAtHand(of: .root, offset: 0, limit: 10, at: nil)
            if !after.isLoading { break }
        }

        #expect(after.items.count == 2)
    }

    @Test("Rows of wrong types are left out, and the provider is marked")
    @MediaActor
    func wrongTypes() async throws {
        let rig = try await ProviderRig(.wrongTypes)

        let page = try await rig.page()

        #expect(page.items.map(\.identifier) == [rig.item("one"), rig.item("folder")])
        #expect(page.total == 2)
        #expect(try await rig.page(offset: 1).items.map(\.identifier) == [rig.item("folder")])
        #expect(try await rig.status()["failures"]?.intValue ?? 0 > 0)
    }

    @Test(
        "Only what is delivered counts, however many children it says to have",
        arguments: [FakeProvider.Manner.boasting, .generous, .restless])
    @MediaActor
    func lies(manner: FakeProvider.Manner) async throws {
        let rig = try await ProviderRig(manner)
        rig.provider.children[""] = (0..<300).map { "track \($0)" }

        let whole = try await rig.page(limit: 1000)
        let tracks = try await rig.content.tracks(under: rig.root)

        #expect(whole.items.count == 300)
        #expect(whole.total == 300)
        #expect(tracks.count == 300)
        #expect(rig.provider.calls("GetChildren") < 20)
    }

    @Test("A tree that leads back into itself ends somewhere")
    @MediaActor
    func cycle() async throws {
        let rig = try await ProviderRig()
        rig.provider.children = ["": ["a"], "a": ["a", "b", "one"], "b": ["a"]]

        #expect(try await rig.content.tracks(under: rig.root).count == 1)
    }

    @Test("An answer of more than a megabyte is not looked at")
    @MediaActor
    func hugeAnswer() async throws {
        let rig = try await ProviderRig(.huge, firstPause: .seconds(60))
        try await rig.wait { $0["name"] == .string("Fake") }

        await #expect(throws: ContentError.self) { _ = try await rig.page() }
        #expect(try await rig.status()["state"] == .string("unavailable"))
    }

    @Test("A provider that never answers keeps nobody waiting longer than its deadline, and then not at all")
    @MediaActor
    func silence() async throws {
        let rig = try await ProviderRig(.silent, deadline: 10_000, firstPause: .seconds(60))
        let other = FakeProvider("org.example.Other")
        let connection = try await rig.bus.connect()
        try await other.begin(on: connection)
        try await rig.register(other)
        let clock = ContinuousClock()

        async let stuck: Void = { @MediaActor in
            await #expect(throws: ContentError.self) { _ = try await rig.page() }
        }()
        let time = try await clock.measure {
            for _ in 0..<20 {
                _ = try await rig.page(ContentIdentifier(kind: .provider, key: "org.example.Other"))
                _ = try await rig.content.children(of: .root, offset: 0, limit: 10, at: nil)
            }
        }
        await stuck
        let again = await clock.measure { await #expect(throws: ContentError.self) { _ = try await rig.page() } }
        let item = try await rig.content.item(for: rig.root)

        #expect(time < .seconds(8))
        #expect(again < .seconds(8))
        #expect(item.isUnavailable)
        #expect(item.subtitle.contains("no answer"))
    }

    @Test("A program that has gone is unavailable, and back with its content when it returns")
    @MediaActor
    func crash() async throws {
        let rig = try await ProviderRig()
        _ = try await rig.page()

        try await rig.provider.end()
        await #expect(throws: ContentError.self) { _ = try await rig.page(rig.item("folder")) }
        #expect(try await rig.status()["state"] == .string("unavailable"))
        try await rig.provider.begin(on: rig.client)
        try await rig.wait { $0["state"] == .string("available") }

        #expect(try await rig.page(rig.item("folder")).items.count == 2)
    }

    @Test("A program that ends is shown so at once, without being asked")
    @MediaActor
    func departure() async throws {
        let rig = try await ProviderRig()
        _ = try await rig.page()
        try await rig.wait { $0["state"] == .string("available") && $0["name"] == .string("Fake") }
        let calls = rig.provider.calls.count

        try await rig.provider.end()
        try await rig.wait { $0["state"] == .string("unavailable") }

        #expect(try await rig.status()["error"] == .string("it is not running"))
        #expect(rig.provider.calls.count == calls)
        #expect(try await rig.content.item(for: rig.root).isUnavailable)
        try await rig.provider.begin(on: rig.client)
        try await rig.wait { $0["state"] == .string("available") && $0["error"] == nil }
    }

    @Test("A flood of notices is throttled")
    @MediaActor
    func flood() async throws {
        let rig = try await ProviderRig()
        _ = try await rig.page()
        let before = try await rig.page().revision

        let begin = ContinuousClock.now
        try await waitUntil("it is throttled") {
            rig.provider.emitChanged("", times: 1000)
            return try await rig.status()["state"] == .string("throttled")
        }

        // Ten and one of them a second are told.
        let most = 20 + 12 * ((ContinuousClock.now - begin) / .seconds(1))
        #expect(try await Double(rig.page().revision.number - before.number) < most)
    }

    @Test("Search asks the program")
    @MediaActor
    func search() async throws {
        let rig = try await ProviderRig()
        try await rig.wait { $0["name"] == .string("Fake") }
        let source = try #require(rig.content.branches.first).source

        let groups = try await source.searchGroups("t", limit: 5)

        #expect(groups.flatMap(\.items).map(\.title) == ["Title three/ü", "Title two"])
    }

    @Test("A search of all branches says why one could not be asked, and that of the others is told")
    @MediaActor
    func failingSearch() async throws {
        let rig = try await ProviderRig()
        let other = FakeProvider("org.example.Other")
        try await other.begin(on: try await rig.bus.connect())
        try await rig.register(other)
        for name in [rig.provider.busName, other.busName] {
            try await rig.wait(for: name) { $0["name"] == .string("Fake") }
        }
        rig.provider.manner = .failing
        let manager = ContentManager(source: rig.content, resolver: FakeMediaResolver())
        let told = EventLog<SearchFinding>()
        let searches = ContentSearches(manager: manager) { _, finding in told.append(finding) }

        _ = searches.begin("t", limit: 5, for: ":1.1")
        try await told.wait { $0.isLast }

        let errors = told.events.dropLast().map(\.error).sorted()
        #expect(errors.count == 2 && errors.first == "")
        #expect(errors.last?.contains("out of order") == true)
        #expect(told.events.contains { !$0.groups.isEmpty && $0.error.isEmpty })
    }

    @Test("A query with fields asks for its words alone, and what comes is held against the fields")
    @MediaActor
    func queries() async throws {
        let rig = try await ProviderRig()
        try await rig.wait { $0["name"] == .string("Fake") }
        let source = try #require(rig.content.branches.first).source

        let found = try await source.search("t length:<1m -three", offset: 0, limit: 5)
        let none = try await source.search("t kind:album", offset: 0, limit: 5)

        #expect(found.items.map(\.title) == ["Title two"])
        #expect(none.items.isEmpty)
        #expect(rig.provider.calls("Search") == 1)
        await #expect(throws: ContentError.self) { _ = try await source.search("yaer:1", offset: 0, limit: 5) }
    }

    @Test("What is selected by its position or by titles plays in its list from there on, named by itself alone")
    @MediaActor
    func selecting() async throws {
        let rig = try await ProviderRig()
        rig.provider.children = ["": ["one", "folder", "last"], "folder": ["two", "three", "four"]]
        let manager = ContentManager(source: rig.content, resolver: FakeMediaResolver())
        _ = try await rig.page(rig.item("folder"))

        let positioned = try await manager.selection(at: try ContentPlace("/0/1/1"))
        let titled = try await manager.selection(at: try ContentPlace("Fake/Title folder/Title four"))
        let top = try await manager.selection(at: try ContentPlace("/0/2"))
        let alone = try await manager.selection(at: .identifier(rig.item("three")))
        let enqueued = try await manager.tracks(at: try ContentPlace("/0/1/1"))

        #expect(positioned.tracks.map(\.title) == ["Title two", "Title three", "Title four"])
        #expect(positioned.startIndex == 1)
        #expect(positioned.container == rig.item("folder"))
        #expect(titled.tracks.count == 3)
        #expect(titled.startIndex == 2)
        #expect(top.tracks.map(\.title) == ["Title one", "Title last"])
        #expect(alone.tracks.map(\.title) == ["Title three"])
        #expect(enqueued.tracks.map(\.title) == ["Title three"])
        #expect(enqueued.startIndex == 0)
    }

    @Test("A long list begins with what was selected; a stream without an end, and one whose list is gone, play alone")
    @MediaActor
    func selectingAtTheEdge() async throws {
        let rig = try await ProviderRig()
        rig.provider.children[""] = (0..<3000).map { "track \($0)" }
        rig.provider.live = ["track 7"]
        let manager = ContentManager(source: rig.content, resolver: FakeMediaResolver())

        let deep = try await manager.selection(at: try ContentPlace("/0/2500"))
        let live = try await manager.selection(at: try ContentPlace("/0/7"))
        let before = rig.provider.calls("GetChildren")
        rig.provider.pages = before + 1
        let left = try await manager.selection(at: try ContentPlace("/0/1999"))

        #expect(deep.tracks.map(\.title) == (2500..<3000).map { "Title track \($0)" })
        #expect(deep.startIndex == 0)
        #expect(live.tracks.map(\.title) == ["Title track 7"])
        #expect(left.tracks.map(\.title) == ["Title track 1999"])
        #expect(before <= 10)
    }

    @Test("A location is resolved, kept as long as the program says, and asked for anew when it did not open")
    @MediaActor
    func resolving() async throws {
        let rig = try await ProviderRig()
        let track = try #require(try await rig.content.tracks(under: rig.item("one")).first)
        #expect(track.location.scheme == "oncue")

        let found = try await rig.registry.locate(track.location, isRetry: false)
        _ = try await rig.registry.locate(track.location, isRetry: false)
        #expect(rig.provider.calls("Resolve") == 1)
        _ = try await rig.registry.locate(track.location, isRetry: true)
        rig.provider.uris["one"] = "file:///nonexistent/file.flac"

        #expect(found.uri == "http://127.0.0.1:9/one.flac")
        #expect(rig.provider.calls("Resolve") == 2)
        await #expect(throws: PlaybackError.self) { _ = try await rig.registry.locate(track.location, isRetry: true) }
        // Names of files need not be text.
        try rig.directory.write(nameBytes: [0xFF] + Array(".flac".utf8), [0])
        let file = MediaLocation(
            filePath: Array(rig.directory.path.utf8) + Array("/".utf8) + [0xFF] + Array(".flac".utf8))
        rig.provider.uris["one"] = file.uri
        #expect(try await rig.registry.locate(track.location, isRetry: true) == file)
    }

    @Test("A picture comes as bytes when it is asked for; one that is too large, or not there, does not")
    @MediaActor
    func pictures() async throws {
        let rig = try await ProviderRig()
        rig.provider.pictures = ["one": [1, 2, 3], "folder": [UInt8](repeating: 0, count: (2 << 20) + 1)]
        let page = try await rig.page()
        let addresses = page.items.compactMap { item -> String? in
            if case .picture(let location) = item.artwork { location.uri } else { nil }
        }

        let first = await rig.registry.picture(at: addresses[0])
        let large = await rig.registry.picture(at: addresses[1])
        rig.provider.pictures = [:]

        #expect(addresses[0] == "oncue://provided-picture/org.example.Fake/one")
        #expect(first == [1, 2, 3])
        #expect(large == nil)
        #expect(await rig.registry.picture(at: addresses[0]) == nil)
        #expect(await rig.registry.picture(at: "oncue://provided-picture/org.example.None/one") == nil)
        #expect(await rig.registry.picture(at: "oncue://provided/org.example.Fake/one") == nil)
        #expect(try await rig.status()["state"] == .string("available"))
        #expect(try await rig.content.tracks(under: rig.item("one")).first?.picture?.uri == addresses[0])
    }

    @Test("The name of an icon is kept and shown, in the list and on the branch; a picture is shown as artwork")
    @MediaActor
    func icons() async throws {
        let rig = try await ProviderRig()
        let other = FakeProvider("org.example.Other")
        other.icon = ""
        try await other.begin(on: try await rig.bus.connect())

        try await rig.register(other, icon: "folder-music")
        try await rig.wait { $0["icon"] == .string("file:///icon.png") }
        let all = try await rig.call("GetProviders").first?.arrayValue?.compactMap(\.dictionaryValue) ?? []
        let rows = try await rig.content.children(of: .root, offset: 0, limit: 10, at: nil).items

        #expect(all.map { $0["icon"] } == [.string("file:///icon.png"), .string("folder-music")])
        #expect(rows.map(\.iconName) == [nil, "folder-music"])
        #expect(rows.map { $0.artwork == nil } == [false, true])
    }

    @Test("A deadline is that of the registration, else that of the service, within bounds")
    @MediaActor
    func deadlines() async throws {
        let rig = try await ProviderRig(deadline: 3000)
        #expect(try await rig.status()["deadline"] == .uint32(3000))
        let folder = rig.directory.path + "/providers"
        try await rig.call(
            "Register", [.string("org.example.Plain"), .objectPath("/x"), .dictionary(["keep": .bool(true)])])
        let content = CombinedContentSource([], revision: ContentTree.Revision(1))

        for (given, taken) in [(Duration.seconds(7), 7000), (.zero, 100), (.seconds(100), 30_000)] {
            let connection = try await rig.bus.connect()
            let registry = ProviderRegistry(bus: connection, content: content, folder: folder, deadline: given)
            await registry.begin()
            let exports = ServiceExports(on: connection)
            try exports.add(registry, changes: registry.changes)
            let answer = try await rig.client.call(
                "GetProviders", of: ServiceNames.providers, at: ServiceNames.objectPath, on: connection.uniqueName)
            #expect(
                answer.first?.arrayValue?.map { $0.dictionaryValue?["deadline"] } == [.uint32(UInt32(taken))])
            withExtendedLifetime(exports) {}
        }
        let wrong: [BusValue] = [
            .uint32(0), .uint32(99), .uint32(30_001), .int64(.max), .uint64(.max), .int32(-5), .string("2000"),
        ]
        for deadline in wrong {
            do {
                try await rig.call(
                    "Register",
                    [.string("org.example.Late"), .objectPath("/x"), .dictionary(["deadline": deadline])])
                Issue.record("\(deadline) was taken")
            } catch let error as BusError {
                #expect(error.name == ServiceNames.errorPrefix + "InvalidValue", "\(deadline)")
            }
        }
    }

    @Test("A registration that is kept is there again with the next run, until it is taken back")
    @MediaActor
    func kept() async throws {
        let rig = try await ProviderRig()
        try await rig.register(rig.provider, keep: true)
        let content = CombinedContentSource([], revision: ContentTree.Revision(1))
        let folder = rig.directory.path + "/providers"

        let second = ProviderRegistry(bus: rig.server, content: content, folder: folder)
        await second.begin()
        #expect(content.branches.map(\.identifier) == [rig.root])
        try await rig.call("Unregister", [.string(rig.provider.busName)])
        let third = ProviderRegistry(bus: rig.server, content: content, folder: folder)
        await third.begin()

        #expect(rig.content.branches.isEmpty)
        await #expect(throws: BusError.self) { try await rig.call("Unregister", [.string(rig.provider.busName)]) }
    }

    @Test("What is no well-known name is refused", arguments: [":1.5", "", "one", "a..b", "org.1x", "a b.c"])
    @MediaActor
    func names(name: String) async throws {
        let rig = try await ProviderRig()

        await #expect(throws: BusError.self) {
            try await rig.call("Register", [.string(name), .objectPath("/x"), .dictionary([:])])
        }
    }

    @Test("There are 32 providers at most")
    @MediaActor
    func limit() async throws {
        let rig = try await ProviderRig()
        for number in 1..<32 {
            try await rig.call("Register", [.string("org.example.N\(number)"), .objectPath("/x"), .dictionary([:])])
        }

        await #expect(throws: BusError.self) {
            try await rig.call("Register", [.string("org.example.More"), .objectPath("/x"), .dictionary([:])])
        }
    }

    @Test("The Python example is browsed, searched and resolved")
    @MediaActor
    func pythonExample() async throws {
        let rig = try await ProviderRig()
        rig.registry.deadline = .seconds(30)
        let music = try rig.directory.makeDirectory("Songs")
        _ = try rig.directory.makeDirectory("Songs/Album")
        _ = try rig.directory.write("Songs/Album/First Song.wav", "sound".utf8)
        let program =
            "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
            + "/Examples/python-provider/provider.py"
        let process = try ChildProcess(
            program, [music], environment: ["DBUS_SESSION_BUS_ADDRESS": rig.bus.address])
        defer { _ = process }
        let root = ContentIdentifier(kind: .provider, key: "org.example.PythonProvider")
        try await waitUntil("the example has registered") {
            rig.content.branches.first { $0.identifier == root }?.title == "Songs"
        }
        let source = try #require(rig.content.branches.first { $0.identifier == root }).source

        let album = try await rig.page(try await rig.content.identifier(named: ["Songs", "Album"]))
        let found = try await source.searchGroups("song", limit: 5).flatMap(\.items)
        let track = try #require(try await rig.content.tracks(under: root).first)
        let location = try await rig.registry.locate(track.location, isRetry: false)

        #expect(album.items.map(\.title) == ["First Song"])
        #expect(found.map(\.title) == ["First Song"])
        #expect(location.uri == "file://" + PercentEncoding.encode((music + "/Album/First Song.wav").utf8))
    }
}
