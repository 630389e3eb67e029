// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FileAccess
import OnCueCore
import OnCueQuery
import SQLite
import TagReading
import Testing

@testable import OnCueCatalog

@Suite("Search for one word")
struct OneWordTests {
    /// Tracks with words of few syllables in titles, albums and artists; some words are in thousands of them.
    private func makeLibrary(_ count: Int) async throws -> TestLibrary {
        let library = try await TestLibrary()
        var random = SplitMix64(seed: 3)
        let syllables = ["ma", "ri", "lo", "sé", "ta", "nu", "ko", "be"]
        func word(_ random: inout SplitMix64) -> String {
            (0..<Int.random(in: 1...3, using: &random)).map { _ in syllables.randomElement(using: &random) ?? "" }
                .joined()
        }
        func words(_ count: Int, _ random: inout SplitMix64) -> String {
            (0..<count).map { _ in word(&random) }.joined(separator: " ")
        }
        for start in stride(from: 0, to: count, by: 1000) {
            var batch = CatalogBatch(time: 1)
            for number in start..<min(count, start + 1000) {
                var tags = FileTags()
                tags.title = number % 4 == 0 ? "Zebra " + words(2, &random) : words(number % 3 + 1, &random)
                if number % 5 == 0 { tags.title = (tags.title ?? "") + " Yonder" }
                tags.artists = [words(2, &random), "Xylo Band"]
                tags.album = words(2, &random)
                tags.genres = [word(&random)]
                tags.composers = number % 7 == 0 ? [words(2, &random)] : []
                let folder = Array("\(library.music)/\(number % 40)".utf8)
                let name = Array("\(number).mp3".utf8)
                let file = PlannedFile(
                    folder: folder, name: name, fingerprint: FileFingerprint(size: 0, modified: 0, inode: 0), track: nil
                )
                batch.files.append(
                    ScannedFile(file: file, outcome: .track(TrackRecord(tags, folder: folder, name: name))))
            }
            _ = try await library.catalog.store.apply(batch)
        }
        try library.execute("UPDATE tracks SET play_count = id % 11, last_played = id WHERE id % 13 = 0")
        return library
    }

    @Test("the index is read once, and all is found as if each fit of each kind were looked for")
    func samePasses() async throws {
        let library = try await makeLibrary(5000)
        var random = SplitMix64(seed: 4)
        let syllables = ["ma", "ri", "lo", "se", "ta", "nu", "ko", "be"]
        var words = ["z", "ze", "zebra", "yon", "yonder", "x", "xylo", "band", "q", "0", "12", "39"]
        for first in syllables {
            words += [first, String(first.prefix(1))]
            for second in syllables {
                words += [first + second, first + String(second.prefix(1))]
                words.append(first + second + (syllables.randomElement(using: &random) ?? ""))
            }
        }
        for word in words {
            let query = try ContentQuery(word)
            let (once, each) = try await library.catalog.read { (queries) throws(SQLiteError) in
                let beginnings = try queries.allBeginnings(query.condition)
                let once = try queries.tiersOfWord(query, now: 0, beginnings: beginnings)
                let each = try queries.tiersOfAll(query, 0, beginnings)
                return (once.map(Self.shown), Self.shown(each))
            }
            #expect(once == each, "\(word)")
        }
    }

    private static func shown(_ tiers: [SearchTier]) -> [String] {
        tiers.filter { $0.count > 0 }.sorted(by: SearchTier.isBefore).map {
            "\($0.kind) \($0.fit) \($0.isComplete) \($0.leading) \($0.rows)"
        }
    }

    @Test("other queries are answered fit by fit", arguments: ["ma ri", "title:ma", "ma year:>1900", "-ma", "!!!"])
    func others(_ text: String) async throws {
        let library = try await makeLibrary(20)
        let query = try ContentQuery(text)

        let tiers = try await library.catalog.read { (queries) throws(SQLiteError) in
            try queries.tiersOfWord(query, now: 0, beginnings: [:]).map(Self.shown)
        }

        #expect(tiers == nil)
    }

    @Test("items come in the order in which they are named, more than once if they are, and none for what has gone")
    func items() async throws {
        let library = try await makeLibrary(40)
        let nodes: [CatalogNode] = [
            .track(7), .album(3), .track(2), .artist(1), .track(9_999), .album(8_888), .track(7), .folder(2), .album(1),
        ]

        let (together, apart) = try await library.catalog.read { (queries) throws(SQLiteError) in
            var apart: [ContentNode?] = []
            for node in nodes { apart.append(try queries.item(node)) }
            return (try queries.itemsThere(nodes), apart)
        }

        #expect(together == apart)
        #expect(together.map { $0 == nil } == nodes.map { $0 == .track(9_999) || $0 == .album(8_888) })
    }
}
