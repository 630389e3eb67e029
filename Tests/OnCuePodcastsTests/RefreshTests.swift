// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Dispatch
import OnCueCore
import OnCuePodcasts
import OnCueRuntime
import OnCueTestSupport
import Synchronization
import Testing

@Suite("Subscribing and refreshing")
@MediaActor
struct RefreshTests {
    /// An answer that can be changed.
    private final class Changing: Sendable {
        private let answer: Mutex<HTTPServer.Response>
        init(_ answer: HTTPServer.Response) { self.answer = Mutex(answer) }
        func set(_ new: HTTPServer.Response) { answer.withLock { $0 = new } }
        func get() -> HTTPServer.Response { answer.withLock { $0 } }
    }

    private func code(_ rig: PodcastRig, _ address: String) async -> ContentError.Code? {
        do throws(ContentError) {
            _ = try await rig.center.subscribe(to: address)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("a subscription lists its episodes, newest first, and survives the end of the process")
    func subscribes() async throws {
        let rig = try PodcastRig()
        let server = try HTTPServer { _ in .text(Feeds.full, [("Content-Type", "application/rss+xml")]) }

        let podcast = try await rig.center.subscribe(to: server.address + "/feed")
        rig.reopen()

        #expect(podcast.title == "The Show & More")
        #expect(podcast.episodes == 2)
        let episodes = try await rig.episodes(of: podcast.identifier)
        #expect(episodes.map(\.title) == ["Second — with é", "First"])
        #expect(episodes.first?.subtitle == "2026-11-21 · S2 E5 · bonus · chapters")
        #expect(episodes.first?.isStreaming == true)
        #expect(episodes.map(\.isExplicit) == [false, true])
        let tracks = try await rig.center.source.tracks(under: podcast.identifier)
        #expect(Set(tracks.filter(\.isExplicit).map(\.title)) == ["First"])
        #expect(episodes.last?.artwork == .picture(try #require(MediaLocation(uri: "https://h/show.jpg"))))
        #expect(try await rig.center.subscribe(to: server.address + "/feed") == podcast)
        #expect(server.requests.count == 1)
    }

    @Test(
        "what was listened to changes the rows of its podcast, and of no other, and no position",
        .timeLimit(.minutes(5)))
    func listening() async throws {
        let rig = try PodcastRig()
        let server = try HTTPServer { .text(Feeds.make($0.path, ["1"])) }
        let podcast = try await rig.center.subscribe(to: server.address + "/a").identifier
        _ = try await rig.center.subscribe(to: server.address + "/b")
        let episode = try #require(try await rig.episodes(of: podcast).first).identifier
        let revision = try await rig.center.source.revision()
        rig.center.start()
        var changes = rig.center.source.changes().makeAsyncIterator()

        rig.listening.set(ListeningRecord(playCount: 1, lastPlayed: 5), for: ContentSection.tracks.identifier)
        rig.listening.set(ListeningRecord(playCount: 1, lastPlayed: 5), for: episode)

        #expect(await changes.next()?.containers == [.root, podcast])
        #expect(try await rig.episodes(of: podcast).first?.playbackProgress == 1)
        #expect(try await rig.center.source.revision() == revision)
        await rig.center.stop()
    }

    @Test("a page that names a feed leads to it")
    func page() async throws {
        let rig = try PodcastRig()
        let server = try HTTPServer { request in
            let link = "<html><link rel=\"alternate\" type=\"application/rss+xml\" href=\"feeds/a.xml\"></html>"
            return request.path == "/feeds/a.xml" ? .text(Feeds.make("A", ["1"])) : .text(link)
        }

        let podcast = try await rig.center.subscribe(to: server.address + "/page")

        #expect(podcast.address == server.address + "/feeds/a.xml")
        #expect(podcast.title == "A")
    }

    @Test("what cannot be subscribed to is told, and leaves nothing behind")
    func refused() async throws {
        let rig = try PodcastRig(patience: .seconds(1))
        let bomb = "<!DOCTYPE a [<!ENTITY b '" + String(repeating: "x", count: 9000) + "'>]><a>&b;&b;</a>"
        let server = try HTTPServer { request in
            switch request.path {
            case "/404": .init(404)
            case "/410": .init(410)
            case "/500": .init(500)
            case "/loop": .init(302, [("Location", "/loop")])
            case "/huge": .init(200, [], [1, 2, 3], promised: 2_000_000_000, isHeldOpen: true)
            case "/slow": .init(200, [], [0x3C], promised: 10, isHeldOpen: true)
            case "/cut": .init(200, [], Array("<rss><channel>".utf8), promised: 1000)
            case "/bomb": .text(bomb)
            default: .text("no xml")
            }
        }

        for path in ["404", "410", "500", "loop", "huge", "slow", "cut", "bomb", "text"] {
            #expect(await code(rig, server.address + "/" + path) == .unavailable, "\(path)")
        }
        #expect(await code(rig, "not an address") == .invalidPlace)
        #expect(try await rig.center.subscriptions().isEmpty)
    }

    @Test("since when a feed fails is known, until it works or its failure was told")
    func failingSince() async throws {
        let rig = try PodcastRig()
        let isDown = Mutex(false)
        let server = try HTTPServer { _ in isDown.withLock { $0 } ? .init(500) : .text(Feeds.make("A", ["1"])) }
        let podcast = try await rig.center.subscribe(to: server.address)
        func since() async throws -> Int64? { try await rig.center.subscriptions().first?.failingSince }
        #expect(try await since() == nil)

        isDown.withLock { $0 = true }
        _ = try await rig.refresh()
        let first = try #require(try await since())
        _ = try await rig.refresh()
        #expect(try await since() == first)
        await rig.center.noteFailureTold(of: podcast.identifier)
        _ = try await rig.refresh()
        #expect(try await since() == nil, "it was told")

        isDown.withLock { $0 = false }
        _ = try await rig.refresh()
        isDown.withLock { $0 = true }
        _ = try await rig.refresh()
        #expect(try await since() != nil, "it fails anew")
    }

    @Test("a refresh asks on condition, and 304 changes nothing")
    func conditional() async throws {
        let rig = try PodcastRig()
        let day = "Sat, 21 Nov 2026 10:00:00 GMT"
        let server = try HTTPServer { request in
            guard request.fields["if-none-match"] == nil else { return .init(304) }
            return .text(Feeds.make("A", ["1"]), [("ETag", "\"x\""), ("Last-Modified", day)])
        }
        _ = try await rig.center.subscribe(to: server.address)
        let revision = try await rig.center.source.revision()

        let report = try await rig.refresh()

        #expect(report == RefreshReport(podcasts: 1))
        #expect(server.requests.last?.fields["if-none-match"] == "\"x\"")
        #expect(server.requests.last?.fields["if-modified-since"] == day)
        #expect(try await rig.center.source.revision() == revision)
    }

    @Test("new episodes arrive with one change; dropped ones go unless they were played")
    func newAndDropped() async throws {
        let rig = try PodcastRig()
        let changing = Changing(.text(Feeds.make("A", ["3", "2", "1"])))
        let server = try HTTPServer { _ in changing.get() }
        let podcast = try await rig.center.subscribe(to: server.address).identifier
        let played = try #require(try await rig.episodes(of: podcast).last)
        rig.listening.set(ListeningRecord(playCount: 1, lastPlayed: 1), for: played.identifier)
        let before = try await rig.center.source.revision()
        var changes = rig.center.source.changes().makeAsyncIterator()

        changing.set(.text(Feeds.make("A", ["4", "3"])))
        let report = try await rig.refresh(podcast)

        #expect(report.newEpisodes == 1)
        #expect(try await rig.episodes(of: podcast).map(\.title).sorted() == ["1", "3", "4"])
        #expect(try await rig.center.subscriptions().first?.unplayed == 2)
        #expect(await changes.next()?.containers?.contains(podcast) == true)
        #expect(try await rig.center.source.revision() > before)
    }

    @Test("failures are remembered with a later time, and 410 ends the podcast but keeps it")
    func failures() async throws {
        let rig = try PodcastRig()
        let changing = Changing(.text(Feeds.make("A", ["1"])))
        let server = try HTTPServer { _ in changing.get() }
        let podcast = try await rig.center.subscribe(to: server.address).identifier

        changing.set(.init(503, [("Retry-After", "200000")]))
        let report = try await rig.refresh()
        #expect(report.failures.count == 1)
        let failed = try #require(try await rig.center.subscriptions().first)
        #expect(failed.failure?.contains("503") == true)
        #expect(try #require(failed.nextRefresh) >= 1_795_000_000 + 200_000)

        changing.set(.init(410))
        _ = try await rig.refresh()
        let ended = try #require(try await rig.center.subscriptions().first)
        #expect(ended.isEnded)
        #expect(ended.nextRefresh == nil)
        #expect(try await rig.episodes(of: podcast).count == 1)
    }

    @Test("a feed that has moved for good is asked for at its new place")
    func moved() async throws {
        let rig = try PodcastRig()
        let changing = Changing(.text(Feeds.make("A", ["1"])))
        let server = try HTTPServer { $0.path == "/old" ? changing.get() : .text(Feeds.make("A", ["1"])) }
        let podcast = try await rig.center.subscribe(to: server.address + "/old").identifier

        changing.set(.init(301, [("Location", "/new")]))
        _ = try await rig.refresh()

        let summary = try #require(try await rig.center.subscriptions().first)
        #expect(summary.address == server.address + "/new")
        #expect(summary.identifier == podcast)
    }

    @Test("OPML brings subscriptions, their feeds follow, and it goes out again")
    func opml() async throws {
        let rig = try PodcastRig()
        let server = try HTTPServer { request in .text(Feeds.make("Feed " + request.path.dropFirst(), ["1", "2"])) }
        let text = OPML.write((1...6).map { OPML.Outline(title: "T\($0)", address: server.address + "/\($0)") })
        let events = await rig.center.events()

        let (added, known) = try await rig.center.importOPML(text)

        #expect(await PodcastRig.report(events) == RefreshReport(podcasts: 6, newEpisodes: 12))
        #expect([added, known] == [6, 0])
        #expect(try await rig.center.importOPML(text) == (0, 6))
        #expect(try await rig.center.subscriptions().map(\.title) == (1...6).map { "Feed \($0)" })
        #expect(try OPML.parse(Array(try await rig.center.exportOPML().utf8)).count == 6)
    }

    @Test("what a show and an episode are about in the world is on their items, also after the trash, and changes")
    func locations() async throws {
        let rig = try PodcastRig()
        let store = PodcastStore(path: rig.folder.path + "/podcasts.sqlite")
        let key = try await store.subscribe(to: "https://h/feed", title: "A").key
        var feed = Feed()
        feed.location = FeedLocation(name: "Austin", coordinates: Coordinates(latitude: 30.25, longitude: -97.75))
        var episode = FeedEpisode()
        (episode.title, episode.address) = ("One", "https://h/1.mp3")
        episode.location = FeedLocation(name: "Keswick", coordinates: nil)
        feed.episodes = [episode]

        #expect(try await store.store(feed, for: key, at: 5).isVisible)
        #expect(try await store.store(feed, for: key, at: 5).isVisible == false)
        #expect(try await store.moveToTrash(key, at: 5))
        try await store.restore(key)
        let page = try await store.page(of: key, offset: 0, limit: 9, at: nil)
        #expect(page.podcast?.place == feed.location)
        #expect(page.episodes.map(\.place?.name) == ["Keswick"])
        feed.episodes[0].location = nil
        #expect(try await store.store(feed, for: key, at: 5).isVisible)
        #expect(try await store.episodes(of: key).first?.place == nil)
    }

    @Test("what is due is refreshed by itself after the start")
    func schedule() async throws {
        let rig = try PodcastRig()
        let server = try HTTPServer { _ in .text(Feeds.make("A", ["1"])) }
        let store = PodcastStore(path: rig.folder.path + "/podcasts.sqlite")
        _ = try await store.subscribe(to: server.address, title: "A")
        let events = await rig.center.events()

        rig.center.start()

        #expect(await PodcastRig.report(events).newEpisodes == 1)
        await rig.center.stop()
    }

    @Test("who subscribes to another podcast does not end a look that has begun by itself", .timeLimit(.minutes(5)))
    func besides() async throws {
        let rig = try PodcastRig(patience: .seconds(50))
        let gate = DispatchSemaphore(value: 0)
        let server = try HTTPServer { request in
            if request.path == "/slow" { gate.wait() }
            return .text(Feeds.make("A", ["1"]))
        }
        let store = PodcastStore(path: rig.folder.path + "/podcasts.sqlite")
        _ = try await store.subscribe(to: server.address + "/slow", title: "A")
        let events = await rig.center.events()
        rig.center.start()
        try await waitUntil("it is asked") { !server.requests.isEmpty }

        _ = try await rig.center.subscribe(to: server.address + "/other")
        gate.signal()

        #expect(await PodcastRig.report(events) == RefreshReport(podcasts: 1, newEpisodes: 1))
        await rig.center.stop()
    }

    @Test("waits double up to a day, and a server's wish is honoured up to a week")
    func backOff() {
        var schedule = RefreshSchedule()
        schedule.spread = 0
        schedule.grid = 1

        #expect(schedule.afterSuccess(at: 0, seed: 5).due == 7200)
        #expect(
            (1...9).map { schedule.afterFailure($0, at: 0, patience: nil, seed: 0) }
                == [900, 1800, 3600, 7200, 14_400, 28_800, 57_600, 86_400, 86_400])
        #expect(schedule.afterFailure(1, at: 0, patience: 5000, seed: 0) == 5000)
        #expect(schedule.afterFailure(1, at: 0, patience: .max, seed: 0) == 604_800)
        #expect(RefreshSchedule.patience("120", now: 0) == 120)
        #expect(RefreshSchedule.patience("Sat, 21 Nov 2026 10:00:00 GMT", now: 1_795_255_100) == 100)
        #expect(RefreshSchedule.patience("soon", now: 0) == nil)
        schedule.grid = 300
        #expect(schedule.afterSuccess(at: 1, seed: 0).due == 7500)
        schedule.spread = 180
        let due = (0..<50).map { schedule.afterFailure(4, at: 0, patience: nil, seed: UInt64($0) * 99) }
        #expect(Set(due).count > 5 && due.allSatisfy { (7200...10_800).contains($0) })
    }

    @Test("what a look found is kept over restarts: the times of appearance, and when the next look is and why")
    func rhythm() async throws {
        let rig = try PodcastRig()
        let changing = Changing(.text(Feeds.make("A", ["1"]), [("Cache-Control", "max-age=50000")]))
        let server = try HTTPServer { _ in changing.get() }
        let podcast = try await rig.center.subscribe(to: server.address).identifier
        let subscribed = try #require(try await rig.center.subscriptions().first)
        #expect(subscribed.refreshReason == .publisher)
        #expect(try #require(subscribed.nextRefresh) >= rig.clock.now + 50_000)

        let before = rig.clock.now
        rig.clock.advance(600)
        changing.set(.text(Feeds.make("A", ["2", "1"])))
        _ = try await rig.refresh()
        rig.reopen()

        let store = PodcastStore(path: rig.folder.path + "/podcasts.sqlite")
        let key = try #require(StableKey(text: podcast.key))
        let seen = try await store.appearances(of: key, limit: 9).map(\.seen)
        #expect(seen.compactMap(\.self).map { [$0.without, $0.with] } == [[before, before + 600]])
        let summary = try #require(try await rig.center.subscriptions().first)
        #expect(summary.refreshReason == .learning)
        #expect(try #require(summary.nextRefresh) >= rig.clock.now + 7200)
        changing.set(.init(500))
        _ = try await rig.refresh()
        #expect(try await rig.center.subscriptions().first?.refreshReason == .failed)

        // A look that failed saw nothing, so it says nothing about when an episode came.
        rig.clock.advance(600)
        changing.set(.text(Feeds.make("A", ["3", "2", "1"])))
        _ = try await rig.refresh()
        let after = try await store.appearances(of: key, limit: 9).map(\.seen)
        #expect(after.compactMap(\.self).count == 1)
    }

    @Test("what is due waits for a connection that is not metered, unless it is asked for", .timeLimit(.minutes(5)))
    func metered() async throws {
        let rig = try PodcastRig()
        let server = try HTTPServer { _ in .text(Feeds.make("A", ["1"])) }
        let store = PodcastStore(path: rig.folder.path + "/podcasts.sqlite")
        _ = try await store.subscribe(to: server.address, title: "A")
        let looks = EventLog<RefreshReason?>()
        let network = FakeObstacle(.metered)
        rig.center.obstacle = {
            looks.append(network.reason)
            return network.reason
        }
        rig.center.watchObstacle = { network.onChange = $0 }
        let events = await rig.center.events()

        rig.center.start()
        try await looks.wait(count: 2)
        try await waitUntil("metered") { try await rig.center.subscriptions().first?.refreshReason == .metered }
        #expect(server.requests.isEmpty)
        network.change(to: .offline)
        try await waitUntil("offline") { try await rig.center.subscriptions().first?.refreshReason == .offline }
        #expect(server.requests.isEmpty)
        network.change(to: nil)
        #expect(await PodcastRig.report(events).newEpisodes == 1)
        network.change(to: .metered)
        #expect(try await rig.refresh() == RefreshReport(podcasts: 1))
        #expect(server.requests.count == 2)
        await rig.center.stop()
    }

    /// A network in the test's hand.
    @MediaActor
    private final class FakeObstacle {
        var reason: RefreshReason?
        var onChange: @MediaActor () -> Void = {}

        nonisolated init(_ reason: RefreshReason) { self.reason = reason }

        func change(to reason: RefreshReason?) {
            self.reason = reason
            onChange()
        }
    }

    @Test("the branch keeps the contract of every content source")
    func contract() async throws {
        let rig = try PodcastRig()
        let server = try HTTPServer { request in
            .text(
                Feeds.make("Feed " + request.path.dropFirst(), ["a", "b", "c"].map { $0 + request.path.dropFirst() }))
        }
        for name in ["x", "y"] { _ = try await rig.center.subscribe(to: server.address + "/" + name) }

        let violations = await ContentSourceContract.violations(
            in: rig.center.source, fixedDepth: 0,
            change: .init { _ = try await rig.center.subscribe(to: server.address + "/z") })

        #expect(violations == [])
    }

    @Test("titles with a slash lead to their podcast and to their episode")
    func slashes() async throws {
        let rig = try PodcastRig()
        let server = try HTTPServer { _ in .text(Feeds.make("AC/DC Talk", ["On/Off", "Other"])) }
        let podcast = try await rig.center.subscribe(to: server.address).identifier
        let source = rig.center.source

        #expect(try await source.identifier(named: ["ac", "dc talk"]) == podcast)
        let episode = try await source.identifier(named: ["AC", "DC Talk", "On", "Off"])
        #expect(try await source.item(for: episode).title == "On/Off")
        await #expect(throws: ContentError.self) { _ = try await source.identifier(named: ["AC", "DC"]) }
    }

    @Test("a feed that ends before its first episode is a failure, and one that ends later is taken as far as it goes")
    func cutFeeds() async throws {
        let rig = try PodcastRig()
        let whole = Feeds.make("Show", ["One", "Two"])
        let server = try HTTPServer { request in
            .text(String(whole.prefix(request.path == "/early" ? 30 : whole.count - 60)))
        }

        #expect(await code(rig, server.address + "/early") == .unavailable)
        #expect(try await rig.center.subscribe(to: server.address + "/late").episodes == 1)
        let events = await rig.center.events()
        _ = try await rig.center.importOPML("<opml><body><outline xmlUrl=\"\(server.address)/early\"/></body></opml>")
        let report = await PodcastRig.report(events)
        #expect(report.failures.contains { $0.contains("was cut off") })
    }

    @Test("search finds podcasts and episodes by the beginnings of words")
    func search() async throws {
        let rig = try PodcastRig()
        let server = try HTTPServer { _ in .text(Feeds.make("Café Talk", ["Tea time", "Coffee"])) }
        _ = try await rig.center.subscribe(to: server.address)
        let source = rig.center.source

        #expect(try await source.search("cafe", offset: 0, limit: 5).items.first?.title == "Café Talk")
        #expect(try await source.search("tim te", offset: 0, limit: 5).items.map(\.title) == ["Tea time"])
        #expect(try await source.search("", offset: 0, limit: 5).items.isEmpty)
    }
}
