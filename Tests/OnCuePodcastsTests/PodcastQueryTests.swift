// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueCore
import OnCuePodcasts
import OnCueQuery
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Queries to podcasts")
@MediaActor
struct PodcastQueryTests {
    @Test("fields, marks, words of the podcast and mistyped words find what is so, and nothing else")
    func finds() async throws {
        let rig = try PodcastRig()
        let server = try HTTPServer { request in
            request.path == "/full" ? .text(Feeds.full) : .text(Feeds.make("Café Talk", ["Tea time", "Toast", "Jam"]))
        }
        let talk = try await rig.center.subscribe(to: server.address + "/talk").identifier
        _ = try await rig.center.subscribe(to: server.address + "/full")
        let episodes = try await rig.episodes(of: talk)
        rig.listening.set(
            ListeningRecord(playCount: 3, lastPlayed: 1_794_999_000, isFavourite: true), for: episodes[1].identifier)
        rig.listening.set(ListeningRecord(isFavourite: true), for: talk)
        func found(_ query: String) async throws -> [String] {
            try await rig.center.source.search(query, offset: 0, limit: 10).items.map(\.title)
        }

        #expect(try await found("kind:podcast length:>20m unplayed") == ["Second — with é"])
        #expect(try await found("length:1m unplayed sort:title") == ["Jam", "Tea time"])
        #expect(try await found("plays:>2") == ["Toast"])
        #expect(try await found("favourite") == ["Café Talk", "Toast"])
        #expect(try await found("cafe -jam kind:episode") == ["Toast", "Tea time"])
        #expect(try await found("album:cafe toast") == ["Toast"])
        #expect(try await found("artist:ada sort:-added") == ["Second — with é", "First"])
        #expect(try await found("title:first OR title:jam") == ["First", "Jam"])
        #expect(try await found("secnod") == ["Second — with é"])
        #expect(try await found("kind:podcast sort:title limit:2") == ["Café Talk", "First"])
        #expect(try await found("kind:album cafe").isEmpty)
        #expect(try await rig.center.source.search("cafe", offset: 1, limit: 1).total == 4)
    }

    @Test("podcasts are asked when others have come into their file, or another file into its place")
    func foreignChanges() async throws {
        let rig = try PodcastRig()
        let source = rig.center.source
        let question = QueryQuestion(try ContentQuery("talk"), inFull: false, now: 0, seed: 0)
        let path = rig.folder.file("podcasts.sqlite")
        #expect(try await source.matches(question).matches.isEmpty)
        #expect(source.matchesAtHand(question) != nil)

        let other = PodcastStore(path: path)
        let talk = try await other.subscribe(to: "https://example.org/talk", title: "Talk").key
        #expect(source.matchesAtHand(question) == nil)
        #expect(try await source.matches(question).matches.count == 1)

        #expect(try await other.moveToTrash(talk, at: 5))
        await other.close()
        #expect(try await source.matches(question).matches.isEmpty)
        #expect(source.matchesAtHand(question) != nil)
        let moved = PodcastStore(path: path + "-moved")
        _ = try await moved.subscribe(to: "https://example.org/talk", title: "Talk")
        await moved.close()
        for end in ["-wal", "-shm"] { unlink(path + end) }
        #expect(rename(path + "-moved", path) == 0)
        #expect(source.matchesAtHand(question) == nil)
        #expect(try await source.matches(question).matches.count == 1)
    }

    @Test("podcasts are asked as long as there are some")
    func atHand() async throws {
        let rig = try PodcastRig()
        let server = try HTTPServer { _ in .text(Feeds.make("Café Talk", ["Tea time", "Toast", "Jam"])) }
        let source = rig.center.source
        let question = QueryQuestion(try ContentQuery("tea"), inFull: false, now: 0, seed: 0)

        #expect(try await source.matches(question).matches.isEmpty)
        #expect(source.matchesAtHand(question)?.matches.isEmpty == true)
        let talk = try await rig.center.subscribe(to: server.address + "/talk").identifier
        #expect(source.matchesAtHand(question) == nil)
        #expect(try await source.matches(question).matches.count == 1)
        #expect(source.matchesAtHand(question) == nil)
        try await rig.center.unsubscribe(talk)
        #expect(try await source.matches(question).matches.isEmpty)
        #expect(source.matchesAtHand(question) != nil)
    }
}
