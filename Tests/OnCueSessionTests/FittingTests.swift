// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueQuery
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("What fills a time")
@MediaActor
struct FittingTests {
    private let listening = FakeListeningStore()
    private let manager: ContentManager

    init() {
        let news = ["bridges": 600, "buses": 1_200].sorted { $0.key < $1.key }.map {
            Self.track(.episode, $0, $1, of: "news")
        }
        let talk = [Self.track(.episode, "talk", 900, of: "talk"), Self.track(.episode, "live", nil, of: "talk")]
        let songs = (1...6).map { Self.track(.track, "song \($0)", 200, of: "songs") }
        let mixed = [Self.track(.track, "first", 200, of: "mix"), Self.track(.track, "second", 200, of: "mix")]
        let source = FakeContentSource([
            FakeContentSource.Album("Quiet Mix", by: "", tracks: mixed, kind: .playlist),
            FakeContentSource.Album("Quiet Mix of others", by: "", tracks: Array(songs.prefix(1)), kind: .playlist),
            FakeContentSource.Album("News", by: "", tracks: news, kind: .podcast),
            FakeContentSource.Album("Talk", by: "", tracks: talk, kind: .podcast),
            FakeContentSource.Album("Songs", by: "The Band", tracks: songs),
        ])
        manager = ContentManager(source: source, resolver: FakeMediaResolver(), listening: listening)
    }

    private nonisolated static func track(_ kind: ContentKind, _ title: String, _ seconds: Int?, of album: String)
        -> Track
    {
        Track(
            identifier: ContentIdentifier(kind: kind, key: title),
            location: MediaLocation(filePath: Array("/media/\(title)".utf8)), title: title, album: album,
            albumIdentifier: ContentIdentifier(kind: kind == .episode ? .podcast : .album, key: album),
            duration: seconds.map { .seconds($0) })
    }

    private func fitted(_ minutes: Int, _ places: String..., rate: Double = 1) async throws -> FittedSelection {
        try await manager.selection(
            fitting: .seconds(minutes * 60), from: try places.map { try ContentPlace($0) }, rate: { _ in rate })
    }

    @Test("Speech fits as a whole, one of each show and the shorter ones first; music follows until the time is over")
    func speechThenMusic() async throws {
        let fitted = try await fitted(28, "podcast:news", "podcast:talk", "album:songs")

        #expect(fitted.parts.map(\.title) == ["bridges", "talk", "song 1"])
        #expect(fitted.fades && fitted.time > .seconds(28 * 60))
        #expect(fitted.selection.tracks.map(\.title) == fitted.parts.map(\.title))
    }

    @Test("Words that are no name offer all that they find, not the best match only")
    func words() async throws {
        let fitted = try await fitted(9, "song")

        #expect(fitted.parts.map(\.title) == ["song 1", "song 2", "song 3"])
    }

    @Test("Words that are the title of a container offer what is in it alone, as they play it")
    func titles() async throws {
        let fitted = try await fitted(6, "quiet mix")

        #expect(fitted.parts.map(\.title) == ["first", "second"])
    }

    @Test("Without music it ends by itself, at most three minutes later")
    func speechAlone() async throws {
        let fitted = try await fitted(18, "podcast:news")

        #expect(fitted.parts.map(\.title) == ["buses"])
        #expect(!fitted.fades && fitted.time == .seconds(1_200))
    }

    @Test("What was begun counts with its rest, and goes on where it was left")
    func unfinished() async throws {
        let buses = ContentIdentifier(kind: .episode, key: "buses")
        listening.set(ListeningRecord(position: .seconds(900)), for: buses)

        let fitted = try await fitted(6, "podcast:news")

        #expect(fitted.parts.map(\.title) == ["buses"] && fitted.parts[0].time == .seconds(300))
        #expect(fitted.selection.startPosition == .seconds(900))
    }

    @Test("What plays faster takes less time")
    func rate() async throws {
        #expect(try await fitted(10, "podcast:news", rate: 2).parts.map(\.title) == ["buses"])
    }

    @Test("If nothing fits, the shortest is named")
    func nothing() async throws {
        let error = await #expect(throws: ContentError.self) { try await fitted(5, "podcast:news") }

        #expect(error?.code == .notFound)
        #expect(error?.message == "nothing fits into 5 min; the shortest is \"bridges\" with 10 min")
    }

    @Test("A place that names nothing is the error")
    func missing() async throws {
        await #expect(throws: ContentError.self) { try await fitted(5, "album:none") }
    }
}
