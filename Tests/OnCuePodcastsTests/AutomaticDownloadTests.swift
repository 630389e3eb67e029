// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueCore
import OnCuePodcasts
import OnCueRuntime
import OnCueTestSupport
import Synchronization
import Testing

@Suite("Downloads that come and go by themselves", .timeLimit(.minutes(5)))
@MediaActor
struct AutomaticDownloadTests {
    /// A podcast whose episodes, the newest first, can change.
    private final class Show: Sendable {
        private let names: Mutex<[String]>
        /// Media that are answered with an error.
        private let broken = Mutex<Set<String>>([])

        init(_ names: [String]) { self.names = Mutex(names) }

        func publish(_ name: String) { names.withLock { $0.insert(name, at: 0) } }
        func fail(_ names: Set<String>) { broken.withLock { $0 = names } }

        func serve() throws -> HTTPServer {
            try HTTPServer { [self] request in
                let host = "http://" + (request.fields["host"] ?? "")
                if request.path == "/feed" { return .text(Feeds.make("Show", names.withLock { $0 }, at: host)) }
                let name = String(request.path.dropFirst().dropLast(4))
                if broken.withLock({ $0.contains(name) }) { return .init(503) }
                return HTTPServer.file(Array(name.utf8), tag: "\"1\"", for: request)
            }
        }
    }

    private let rig: PodcastRig
    private let show = Show(["D", "C", "B", "A"])
    private let server: HTTPServer
    private let podcast: ContentIdentifier

    init() async throws {
        rig = try PodcastRig()
        server = try show.serve()
        podcast = try await rig.center.subscribe(to: server.address + "/feed").identifier
    }

    private func set(_ change: (inout PodcastSettings) -> Void) async throws {
        var settings = try await rig.center.settings(of: podcast)
        change(&settings)
        try await rig.center.set(settings, of: podcast)
    }

    private func episode(_ title: String) async throws -> ContentIdentifier {
        try #require(try await rig.episodes(of: podcast).first { $0.title == title }).identifier
    }

    /// The episode was heard to its end, so many seconds ago.
    private func hear(_ title: String, ago: Int64 = 0) async throws {
        rig.listening.set(
            ListeningRecord(playCount: 1, lastPlayed: rig.clock.now - ago), for: try await episode(title))
    }

    private var media: [String] { server.requests.map(\.path).filter { $0.hasSuffix(".mp3") }.sorted() }

    @Test("the newest are downloaded at once, and those that come out later with the refresh that finds them")
    func downloadsNewest() async throws {
        let first = try await rig.downloads(2) { try await set { $0.latest = 2 } }
        show.publish("E")
        let second = try await rig.downloads(1) { _ = try await rig.refresh() }

        #expect(first == ["C", "D"])
        #expect(second == ["E"])
        // The one that is no longer among them has gone.
        _ = try await rig.refresh()
        #expect(try await rig.downloaded(of: podcast) == ["E", "D"])
        #expect(media == ["/C.mp3", "/D.mp3", "/E.mp3"])
    }

    @Test("settings, automatic downloads and what is kept survive the end of the process")
    func survives() async throws {
        _ = try await rig.downloads(2) {
            try await set { settings in
                (settings.latest, settings.removal, settings.order) = (2, .seconds(60), .oldest)
                (settings.intro, settings.outro, settings.notifies) = (.milliseconds(1500), .seconds(9), true)
                settings.notifiesLoudly = true
            }
        }
        let before = try await rig.center.settings(of: podcast)
        try await rig.center.setKept(true, try await episode("C"))
        try await hear("C", ago: 61)
        try await hear("D", ago: 61)
        await rig.center.stop()

        rig.reopen()
        _ = try await rig.refresh()

        #expect(before != PodcastSettings())
        #expect(try await rig.center.settings(of: podcast) == before)
        #expect(try await rig.downloaded(of: podcast) == ["C"])
        #expect(try await rig.episodes(of: podcast)[2].subtitle.hasSuffix("kept"))
    }

    @Test("a download is deleted so long after it was heard, and is not loaded again")
    func deletesHeard() async throws {
        _ = try await rig.downloads(2) { try await set { ($0.latest, $0.removal) = (2, .seconds(3600)) } }
        let track = try #require(try await rig.center.source.tracks(under: try await episode("D")).first)
        try await hear("D")

        _ = try await rig.refresh()
        #expect(try await rig.downloaded(of: podcast) == ["D", "C"])
        rig.clock.advance(3600)
        _ = try await rig.refresh()
        _ = try await rig.refresh()

        #expect(try await rig.downloaded(of: podcast) == ["C"])
        #expect(PodcastRig.bytes(track.location) == nil)
        #expect(media == ["/C.mp3", "/D.mp3"])
    }

    @Test("nothing is deleted that the user downloaded, keeps, began, or has in a queue")
    func spares() async throws {
        _ = try await rig.downloads(4) { try await set { ($0.latest, $0.removal) = (4, .zero) } }
        let (queued, begun) = (try await episode("B"), try await episode("C"))
        rig.center.inUse = { [queued] }
        // Asked for by hand as well, it is the user's from here on.
        try await rig.center.download(try await episode("D"))
        try await rig.center.setKept(true, try await episode("A"))
        for title in ["A", "B", "D"] { try await hear(title, ago: 5) }
        rig.listening.set(ListeningRecord(playCount: 1, lastPlayed: 5, position: .seconds(9)), for: begun)

        for name in ["E", "F", "G", "H"] { show.publish(name) }
        _ = try await rig.downloads(4) { _ = try await rig.refresh() }
        _ = try await rig.refresh()

        #expect(try await rig.downloaded(of: podcast) == ["H", "G", "F", "E", "D", "C", "B", "A"])
        rig.center.inUse = { [] }
        try await rig.center.setKept(false, try await episode("A"))
        rig.listening.set(ListeningRecord(playCount: 1, lastPlayed: 5), for: begun)
        _ = try await rig.refresh()
        #expect(try await rig.downloaded(of: podcast) == ["H", "G", "F", "E", "D"])
    }

    @Test("what the user deleted, or has heard already, is not downloaded by itself")
    func doesNotReturn() async throws {
        try await hear("C")
        let ends = try await rig.downloads(1) { try await set { $0.latest = 2 } }
        try await rig.center.removeDownload(try await episode("D"))

        _ = try await rig.refresh()

        #expect(ends == ["D"])
        #expect(try await rig.downloaded(of: podcast).isEmpty)
        #expect(media == ["/D.mp3"])
        // By hand it comes back.
        #expect(try await rig.download(try await episode("D"))?.state == .finished)
    }

    @Test("one that failed is tried again after the next refresh, and not before")
    func retries() async throws {
        show.fail(["D"])
        let first = try await rig.downloads(1) { try await set { $0.latest = 1 } }
        show.fail([])
        let second = try await rig.downloads(1) { _ = try await rig.refresh() }

        #expect(first == ["D!"])
        #expect(second == ["D"])
    }

    @Test(
        "nothing is downloaded by itself on a metered connection, from a server that cannot be reached, or without room"
    )
    func waits() async throws {
        rig.center.obstacle = { .metered }
        try await set { $0.latest = 2 }
        _ = try await rig.refresh()
        #expect(media.isEmpty)

        rig.center.obstacle = { nil }
        rig.fillDisk()
        _ = try await rig.refresh()
        #expect(media.isEmpty)
        // By hand it is tried all the same.
        #expect(try await rig.download(try await episode("A"))?.state == .finished)
    }

    @Test("the time of a download comes without a refresh", .timeLimit(.minutes(5)))
    func timer() async throws {
        _ = try await rig.downloads(1) { try await set { ($0.latest, $0.removal) = (1, .seconds(1)) } }
        rig.center.start()
        let requests = server.requests.count
        var changes = rig.center.source.changes().makeAsyncIterator()
        try await hear("D")
        rig.clock.advance(1)

        while try await rig.downloaded(of: podcast) == ["D"] { _ = await changes.next() }

        #expect(server.requests.count == requests)
        await rig.center.stop()
    }

    @Test("the newest are downloaded by hand, and stay")
    func latestByHand() async throws {
        var asked: [DownloadProgress] = []
        let ends = try await rig.downloads(3) { asked = try await rig.center.downloadLatest(3, of: podcast) }
        try await set { ($0.latest, $0.removal) = (1, .zero) }
        for title in ["D", "C", "B"] { try await hear(title) }
        _ = try await rig.refresh()

        #expect(asked.map(\.title) == ["D", "C", "B"])
        #expect(ends == ["B", "C", "D"])
        #expect(try await rig.downloaded(of: podcast) == ["D", "C", "B"])
        #expect(try await rig.center.downloadLatest(1, of: podcast).map(\.state) == [.finished])
        for count in [0, 51] {
            await #expect(throws: ContentError.self) { try await rig.center.downloadLatest(count, of: podcast) }
        }
    }

    @Test("the oldest can come first, in lists and when a podcast is played")
    func order() async throws {
        let revision = try await rig.center.source.revision()
        try await set { $0.order = .oldest }

        #expect(try await rig.episodes(of: podcast).map(\.title) == ["A", "B", "C", "D"])
        #expect(try await rig.center.source.tracks(under: podcast).map(\.title) == ["A", "B", "C", "D"])
        #expect(try await rig.center.source.revision() != revision)
        #expect(try await rig.center.source.identifier(at: [0, 0], revision: nil) == episode("A"))
    }

    @Test("new episodes are announced of the podcasts that are set so, and never the first ones")
    func announces() async throws {
        let news = EventLog<NewEpisodes>()
        rig.center.arrivals.listen { news.append($0) }
        show.publish("E")
        _ = try await rig.refresh()
        try await set { $0.notifies = true }
        _ = try await rig.refresh()
        #expect(news.events.isEmpty)

        show.publish("F")
        show.publish("G")
        _ = try await rig.refresh()

        #expect(news.events.map(\.podcast) == ["Show"])
        #expect(news.events.first?.episodes.map(\.title) == ["G", "F"])
        #expect(news.events.first?.episodes.allSatisfy { $0.identifier.kind == .episode } == true)
    }

    @Test("a podcast in the trash keeps its settings and what is known of its downloads")
    func trash() async throws {
        _ = try await rig.downloads(1) { try await set { ($0.latest, $0.removal) = (1, .zero) } }
        try await rig.center.unsubscribe(podcast)
        try await rig.center.restore(try #require(try await rig.center.trash().first))

        #expect(try await rig.center.settings(of: podcast).latest == 1)
        try await hear("D")
        _ = try await rig.refresh()
        #expect(try await rig.downloaded(of: podcast).isEmpty)
        try await rig.center.unsubscribe(podcast)
        try await rig.center.delete(try #require(try await rig.center.trash().first))
        let again = try await rig.center.subscribe(to: server.address + "/feed").identifier
        #expect(try await rig.center.settings(of: again) == PodcastSettings())
    }

    @Test("values out of bounds are refused, and settings of what is no podcast")
    func refuses() async throws {
        for change: (inout PodcastSettings) -> Void in [
            { $0.latest = 51 }, { $0.latest = -1 }, { $0.removal = .seconds(-1) }, { $0.removal = .seconds(1 << 40) },
            { $0.rate = 4 }, { $0.intro = .seconds(601) }, { $0.outro = .seconds(-1) },
        ] {
            await #expect(throws: ContentError.self) { try await set(change) }
        }
        let episode = try await episode("A")
        await #expect(throws: ContentError.self) { _ = try await rig.center.settings(of: episode) }
        #expect(try await rig.center.settings(of: podcast) == PodcastSettings())
    }
}
