// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueQuery
import Testing

@Suite("Queries put to rows")
struct QueryRowSearchTests {
    private var rows: [QueryRow] {
        var heard = QueryRow(
            kind: .episode, number: 1, title: "Night Trains", artists: ["Ada"], album: "Coltrane Weekly",
            numbers: [.length: 1_800_000_000, .year: 2026], times: [.added: 900])
        heard.add(ListeningRecord(playCount: 2, lastPlayed: 950, position: .seconds(3), isFavourite: true))
        var fresh = QueryRow(
            kind: .episode, number: 2, title: "Day Trains", artists: ["Ada"], album: "Coltrane Weekly",
            numbers: [.length: 600_000_000], times: [.added: 990])
        fresh.add(nil)
        return [
            heard, fresh, QueryRow(kind: .podcast, number: 3, title: "Coltrane Weekly", artists: ["Ada"]),
            QueryRow(kind: .station, number: 4, title: "Jazz Nights", flags: [.unplayed]),
            QueryRow(kind: .playlist, number: 5, title: "Train Songs", folder: "/home/ada"),
        ]
    }

    private func found(_ text: String) throws -> [Int64] {
        let query = try ContentQuery(text)
        let search = QueryRowSearch(query, inFull: query.isListed, now: 1000, seed: 7)
        return search.matches(rows).matches.map(\.number)
    }

    @Test(
        "Events are found by the day on which they start, which nothing else has",
        arguments: [
            ("kind:event", [1, 2, 3]), ("kind:event after:today", [2, 3]), ("after:today", [2, 3]),
            ("kind:event before:today", [1]), ("on:today", [2]), ("after:tomorrow", [3]), ("on:1970-01-12", [2]),
            ("after:1970-02", [3]), ("starts:1970-01", [1, 2]), ("kind:concert sort:-starts", [3, 2, 1]),
            ("kind:event bergen", [2]), ("kind:event artist:ada", [3]), ("-after:today kind:event", [1]),
            ("after:today kind:track", []), ("on:today OR on:1970-03-02", [2, 3]), ("kind:track -on:today", []),
        ] as [(String, [Int64])])
    func events(_ text: String, _ numbers: [Int64]) throws {
        let day: Int64 = 86_400
        let query = try ContentQuery(text)
        // Noon of the twelfth day of the clock on the wall.
        let now = 11 * day + 43_200 - LocalClock.offset(at: 11 * day)
        let rows =
            [
                (1, "Past", 5 * day), (2, "Hall", 11 * day + 72_000), (3, "March", 60 * day),
            ].map { (number, title, start) in
                var row = QueryRow(
                    kind: .event, number: Int64(number), title: title, artists: number == 3 ? ["Ada"] : [],
                    album: number == 2 ? "Bergen" : nil, times: [.starts: start])
                row.sort = "\(number)"
                return row
            } + [QueryRow(kind: .track, number: 4, title: "March", times: [.added: 11 * day])]
        let found = QueryRowSearch(query, inFull: query.isListed, now: now, seed: 7).matches(rows).matches
        #expect(found.map(\.number) == numbers, "\(text)")
    }

    @Test("A day that is none is refused with what can be written")
    func days() {
        for text in ["after:soon", "before:", "on:2027-13", "after:<3d"] {
            #expect(throws: ContentError.self, "\(text)") { _ = try ContentQuery(text) }
        }
    }

    @Test(
        "these find these, in this order",
        arguments: [
            ("kind:podcast unplayed", [2]), ("kind:podcast length:>20m", [1]), ("length:>20m", [1]),
            ("kind:podcast", [3, 2, 1]), ("kind:station", [4]), ("kind:station jazz", [4]), ("kind:playlist", [5]),
            ("title:trains", [1, 2, 5]), ("trains -night", [2, 5]), ("night", [1, 4]), ("plays:0", [2]),
            ("plays:>1", [1]),
            ("added:<1h", [2, 1]), ("favourite", [1]), ("is:unfinished", [1]), ("artist:ada sort:-added", [2, 1]),
            ("day OR night", [1, 2, 4]), ("kind:episode sort:-length limit:1", [1, 2]), ("coltrane weekly", [3, 1, 2]),
            ("folder:home kind:playlist", [5]), ("year:2026", [1]), ("coltrnae", [3, 1, 2]),
            ("nihgts kind:station", [4]),
            ("-kind:episode trains", [5]), ("composer:ada", []), ("xyzzy", []),
            ("kind:station (-year:1 OR x)", []), ("kind:station (-year:1 OR jazz)", [4]),
            ("kind:playlist (-favourite OR x)", [5]), ("kind:playlist (songs -plays:1 OR x)", []),
        ] as [(String, [Int64])])
    func finds(_ text: String, _ numbers: [Int64]) throws {
        #expect(try found(text) == numbers, "\(text)")
    }

    @Test("a word that is asked for is all that is loaded, until it may be mistyped")
    func loading() async throws {
        var asked: [String?] = []
        let rows = rows
        let search = QueryRowSearch(try ContentQuery("weekly coltrnae"), inFull: false, now: 0, seed: 0)

        let found = try await search.matches { (word) throws(ContentError) in
            asked.append(word)
            return word == nil ? rows : []
        }

        #expect(asked == ["coltrnae", nil])
        #expect(found.total == 3)
    }

    @Test(
        "another program is asked for plain words, and what it finds is held against what is known",
        arguments: [
            ("miles blue", "miles blue", ["Blue", "Red"]), ("blue length:>2m", "blue", ["Red"]),
            ("blue -red", "blue", ["Blue"]), ("title:blue", "blue", ["Blue"]),
            ("blue artist:nina", "blue nina", ["Red"]),
            ("blue sort:-length", "blue", ["Red", "Blue"]), ("blue limit:1", "blue", ["Blue"]),
            ("blue year:1960", "", []), ("kind:album blue", "", []), ("\"so what\" x", "so what x", ["Blue", "Red"]),
            ("blue OR red", "", []), ("Café", "Café", ["Blue", "Red"]),
        ])
    func words(_ text: String, _ words: String, _ titles: [String]) throws {
        let asked = QueryWords(try ContentQuery(text))
        let items = [("Blue", "Miles", 1), ("Red", "Nina", 3)].map { title, artist, minutes in
            ContentNode(
                identifier: ContentIdentifier(kind: .provided, key: title), title: title, subtitle: artist,
                duration: .seconds(60 * minutes))
        }

        #expect(asked.words == words)
        if !words.isEmpty { #expect(asked.items(items).map(\.title) == titles) }
    }
}
