// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCueCatalog

@Suite("Similar tracks of the library")
struct SimilarTracksTests {
    private static let now: Int64 = 2_000_000_000
    private let listening = FakeListeningStore()

    /// Three artists with albums of 12 tracks: two of jazz, one of rock; and a talk, which is jazz and a lecture.
    private func library() async throws -> TestLibrary {
        let library = try await TestLibrary()
        for (artist, genre) in [("Ada", "Jazz"), ("Bix", "Jazz"), ("Cy", "Rock")] {
            for number in 1...12 {
                try library.write(
                    "\(artist)\(number).mp3",
                    [
                        "TITLE": "\(artist) \(number)", "ARTIST": artist, "ALBUM": "Of \(artist)", "GENRE": genre,
                        "TRACKNUMBER": "\(number)",
                    ])
            }
        }
        try library.write("talk.mp3", ["TITLE": "Talk", "ARTIST": "Ada", "GENRE": "Lecture"])
        try await library.scan()
        return library
    }

    private func all(_ library: TestLibrary) async throws -> [Track] {
        try await library.source.tracks(under: ContentSection.tracks.identifier)
    }

    /// What follows some tracks, of which the last plays.
    private func similar(_ library: TestLibrary, behind titles: [String], seed: UInt64 = 7) async throws -> [Track] {
        let known = try await all(library)
        var machine = PlaybackStateMachine(seed: seed)
        let clock = ContinuousClock.now
        _ = try machine.perform(.setSimilar(true), now: clock)
        let tracks = titles.compactMap { title in known.first { $0.title == title } }
        _ = try machine.perform(.play(tracks, startingAt: tracks.count - 1, shuffled: nil), now: clock)
        let token = try #require(machine.snapshot.token)
        let request = machine.receive(.started(token), now: clock)
            .compactMap { if case .findSimilar(let request) = $0 { request } else { nil } }.first
        let finder = SimilarTracks(catalog: library.catalog, listening: listening) { Self.now }
        return await finder.tracks(for: try #require(request))
    }

    @Test("are of the artist first, then of the genre, and never what the queue has")
    func artistsThenGenres() async throws {
        let library = try await library()
        let found = try await similar(library, behind: ["Ada 1", "Ada 2"])
        #expect(found.count == 22)
        #expect(found.prefix(10).allSatisfy { $0.artists == ["Ada"] })
        #expect(found.dropFirst(10).allSatisfy { $0.artists == ["Bix"] })
        #expect(!found.contains { ["Ada 1", "Ada 2", "Talk"].contains($0.title) })
    }

    @Test("are the same for the same seed")
    func seed() async throws {
        let library = try await library()
        let first = try await similar(library, behind: ["Bix 3"])
        #expect(try await similar(library, behind: ["Bix 3"]) == first)
        #expect(try await similar(library, behind: ["Bix 3"], seed: 8) != first)
    }

    @Test("are none when all of them have been in the queue")
    func exhausted() async throws {
        let library = try await library()
        let rock = (1...12).map { "Cy \($0)" }
        #expect(try await similar(library, behind: Array(rock.dropLast())).map(\.title) == ["Cy 12"])
        #expect(try await similar(library, behind: rock).isEmpty)
    }

    @Test("are not what was skipped within 30 days, unless it was heard since")
    func skipped() async throws {
        let library = try await library()
        let tracks = try await all(library)
        func note(_ kind: JournalEntry.Kind, _ title: String, daysAgo: Int64) async throws {
            let track = try #require(tracks.first { $0.title == title })
            let entry = JournalEntry(
                kind, JournalEntry.Subject(track, duration: nil), at: Self.now - daysAgo * 86400, position: .zero,
                cause: .user, output: nil)
            try await listening.record([.noted(entry)])
        }
        try await note(.skipped, "Cy 2", daysAgo: 40)
        try await note(.skipped, "Cy 3", daysAgo: 20)
        try await note(.heard, "Cy 3", daysAgo: 10)
        try await note(.heard, "Cy 4", daysAgo: 9)
        try await note(.skipped, "Cy 4", daysAgo: 1)

        let found = Set(try await similar(library, behind: ["Cy 1"]).map(\.title))
        #expect(found == Set((2...12).map { "Cy \($0)" }).subtracting(["Cy 4"]))
    }
}
