// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueQuery
import Testing

@testable import OnCueCatalog

@Suite("Queries to the catalog")
struct QuerySQLTests {
    private static let now: Int64 = 1_800_000_000

    /// Tracks with everything that a query can ask for, and the same as rows of the language itself.
    private struct Sample {
        var row: QueryRow
        var fields: KeyValuePairs<String, String>
        var listening: String
    }

    private static func samples() -> [Sample] {
        var generator = SplitMix64(seed: 7)
        let titles = ["Blue Moon", "So What", "Moonlight", "Live at the Café", "?", "Feeling Good"]
        let artists = ["Nina Simone", "Miles Davis", "Sigur Rós"]
        let (genres, albums) = (["Jazz", "Soul", "Post Rock"], ["Kind of Blue", "Wild Is the Wind"])
        return (0..<60).map { number in
            let title = titles.randomElement(using: &generator) ?? ""
            let artist = artists.randomElement(using: &generator) ?? ""
            let genre = genres.randomElement(using: &generator) ?? ""
            let album = albums.randomElement(using: &generator) ?? ""
            let year = Int64.random(in: 1955...1975, using: &generator)
            let seconds = Int64.random(in: 60...600, using: &generator)
            let plays = Int64.random(in: 0...6, using: &generator)
            let played = plays > 0 ? now - Int64.random(in: 0...60, using: &generator) * 86_400 : nil
            let isFavourite = Bool.random(using: &generator)
            let folder = number % 2 == 0 ? "even" : "odd/deep"
            var row = QueryRow(
                kind: .track, title: title, artists: [artist], album: album, genres: [genre], folder: folder,
                numbers: [
                    .year: year, .plays: plays, .skips: 0, .length: seconds * 1_000_000, .track: Int64(number),
                ], times: [.added: now - Int64(number) * 86_400])
            row.times[.played] = played
            let own = Int64.random(in: -8...10, using: &generator)
            let tagged = Int64.random(in: -8...10, using: &generator)
            row.numbers[.stars] = own >= 0 ? own : tagged >= 0 ? tagged : nil
            if plays == 0 { row.flags.insert(.unplayed) }
            if isFavourite { row.flags.insert(.favourite) }
            return Sample(
                row: row,
                fields: [
                    "TITLE": title, "ARTIST": artist, "ALBUM": album, "GENRE": genre, "DATE": "\(year)",
                    "SECONDS": "\(seconds)", "TRACK": "\(number)",
                ],
                listening: "play_count = \(plays), last_played = \(played.map { "\($0)" } ?? "NULL"), favourite = "
                    + "\(isFavourite ? 1 : 0), added = \(now - Int64(number) * 86_400), "
                    + "stars = \(own >= 0 ? "\(own)" : "NULL"), tag_stars = \(tagged >= 0 ? "\(tagged)" : "NULL")")
        }
    }

    private static let queries = [
        "blue", "\"blue moon\"", "artist:nina", "artist:\"nina simone\" year:1960..1969", "-live",
        "genre:jazz OR genre:soul",
        "plays:0 added:<30d", "plays:>3", "length:>5m", "length:3m..5m -genre:jazz", "kind:track unplayed", "favourite",
        "played:<7d", "-played:<7d", "added:>40d", "title:moon year:>1960", "(nina OR miles) -(blue OR so)",
        "album:kind -track:5",
        "folder:even", "folder:odd plays:>0", "folder:deep", "-folder:deep", "?", "-?", "cafe", "kind:track",
        "year:..1960 OR year:1970..",
        "simone good", "genre:\"post rock\"", "track:<10", "moon -artist:miles -artist:nina", "-unplayed -favourite",
        "title:\"so what\" OR (artist:sigur plays:1..3)", "compilation", "-compilation",
        "moon (plays:>3 OR simone)", "blue (unplayed OR live)", "moon (year:1970 OR nina)", "moon -(plays:0 OR miles)",
        "moon (folder:even OR composer:nobody)", "miles (-favourite OR added:<9d)",
        "stars:>=4", "stars:3.5", "-stars:>0", "stars:..2 moon", "stars:0", "-stars:0..5",
        "moon (-plays:0 OR simone)", "moon (simone -year:1970 OR -kind:album)",
    ]

    @Test("the catalog finds what the language itself finds")
    func agreement() async throws {
        let library = try await TestLibrary()
        let samples = Self.samples()
        for (number, sample) in samples.enumerated() {
            try library.write((number % 2 == 0 ? "even/" : "odd/deep/") + "\(number).mp3", sample.fields)
        }
        try await library.scan()
        for (number, sample) in samples.enumerated() {
            try library.execute("UPDATE tracks SET \(sample.listening) WHERE number = \(number)")
        }
        let source = CatalogContentSource(catalog: library.catalog, now: { Self.now })
        for text in Self.queries {
            let query = try ContentQuery(text)
            let expected = samples.indices.filter { query.matches(samples[$0].row, now: Self.now) }

            let ranked = try await Self.numbers(source, "kind:track (\(text))")
            let listed = try await Self.numbers(source, "kind:track sort:title (\(text))")
            // Items of other kinds have not every field that is asked for.
            let groups = try await source.searchGroups(text, limit: 100)
            let every = try await source.search(text, offset: 0, limit: 1000)

            #expect(ranked.sorted() == expected, "\(text)")
            #expect(listed.sorted() == expected, "\(text)")
            #expect(every.items.count == every.total, "\(text)")
            #expect(every.items.count(where: { $0.kind == .track }) == expected.count, "\(text)")
            #expect(groups.first { $0.kind == .track }?.total ?? 0 == expected.count, "\(text)")
        }
    }

    private static func numbers(_ source: CatalogContentSource, _ query: String) async throws -> [Int] {
        let page = try await source.search(query, offset: 0, limit: 1000)
        var numbers: [Int] = []
        for item in page.items {
            numbers += try await source.tracks(under: item.identifier).compactMap(\.trackNumber)
        }
        return numbers
    }

    @Test("results stand in the order that is asked for, and end at the limit")
    func order() async throws {
        let library = try await TestLibrary()
        for (number, title) in ["Bravo", "Alpha", "Charlie"].enumerated() {
            try library.write(
                "\(number).mp3",
                ["TITLE": title, "ARTIST": "A\(number % 2)", "DATE": "\(2000 - number)", "SECONDS": "\(number + 1)"])
        }
        try await library.scan()
        for (number, plays) in [3, 9, 1].enumerated() {
            try library.execute(
                "UPDATE tracks SET play_count = \(plays), added = \(number) WHERE name = CAST('\(number).mp3' AS BLOB)")
        }
        func titles(_ query: String) async throws -> String {
            try await library.source.search(query, offset: 0, limit: 10).items.map { String($0.title.prefix(1)) }
                .joined()
        }
        #expect(try await titles("sort:title") == "ABC")
        #expect(try await titles("sort:-title") == "CBA")
        #expect(try await titles("sort:-plays") == "ABC")
        #expect(try await titles("sort:plays") == "CBA")
        #expect(try await titles("sort:-added") == "CAB")
        #expect(try await titles("sort:year") == "CAB")
        #expect(try await titles("sort:length") == "BAC")
        #expect(try await titles("sort:-artist").first == "A")
        #expect(try await titles("sort:-plays limit:2") == "AB")
        #expect(try await Set(titles("sort:random")) == ["A", "B", "C"])
        #expect(try await library.source.search("sort:-plays limit:2", offset: 0, limit: 10).total == 2)
        #expect(try await library.source.search("sort:-plays limit:2", offset: 1, limit: 10).items.count == 1)
    }

    @Test("albums are asked for by kind")
    func albums() async throws {
        let library = try await TestLibrary()
        for (number, year) in [1959, 1969].enumerated() {
            try library.write(
                "\(number).mp3", ["TITLE": "T", "ARTIST": "A", "ALBUM": "Album \(year)", "DATE": "\(year)"])
        }
        try await library.scan()
        #expect(try await library.found("kind:album year:1960..1969") == ["album Album 1969"])
        #expect(try await library.found("kind:album sort:-year") == ["album Album 1969", "album Album 1959"])
        #expect(try await library.found("kind:podcast") == [])
        #expect(try await library.found("kind:album (plays:0 OR 1969)") == ["album Album 1969"])
        #expect(try await library.found("kind:album -(plays:0 OR 1969)") == ["album Album 1959"])
        #expect(try await library.found("album plays:0 kind:album") == [])
        #expect(try await library.found("kind:album (-plays:1 OR 1969)") == ["album Album 1969"])
        #expect(try await library.found("kind:album (album -plays:1 OR 1969)") == ["album Album 1969"])
        #expect(
            try await library.found("album kind:album (-plays:1 OR unplayed OR folder:x OR -1969)") == [
                "album Album 1959"
            ])
    }
}
