// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("One answer of several sources")
struct MergedSearchTests {
    /// Rows of which no two are equal in anything that puts them in order, nor are those of another `start`.
    private func rows(_ kind: ContentKind, _ count: Int, from start: Int64) -> [QueryRow] {
        var generator = SplitMix64(seed: UInt64(start))
        return (0..<Int64(count)).shuffled(using: &generator).map { index in
            let number = 2 * index + start
            var row = QueryRow(
                kind: kind, number: number, title: "Part \(number)",
                numbers: [.length: (number * 7 % 97) * 6_000_000])
            let plays = Int(number % 4)
            row.add(ListeningRecord(playCount: plays, lastPlayed: plays == 0 ? nil : number))
            return row
        }
    }

    @Test(
        "pages of any size put together are what all rows would give in one list",
        arguments: [
            "sort:length", "sort:-length,title", "sort:-plays,title", "sort:-played", "part sort:title", "unplayed",
            "length:>3m sort:-length limit:30", "kind:episode", "part", "part 3", "sort:random", "plays:0 limit:7",
        ])
    func paging(_ text: String) async throws {
        let query = try ContentQuery(text)
        let (tracks, episodes) = (rows(.track, 20, from: 1), rows(.episode, 13, from: 2))
        let all = try await MergedSearch([FakeQuerySource(tracks + episodes)], now: 10).page(
            query, offset: 0, limit: 100)
        let search = MergedSearch([FakeQuerySource(tracks), FakeQuerySource(episodes)], now: 10)
        for size in [1, 4, 100] {
            var items: [ContentItem] = []
            while true {
                let page = try await search.page(query, offset: items.count, limit: size)
                #expect(page.total == all.total)
                if page.items.isEmpty { break }
                items += page.items
            }
            #expect(items.map(\.title) == all.items.map(\.title), "\(text) by \(size)")
        }
    }

    @Test("of the first source no more is read than a page needs")
    func bounds() async throws {
        let first = FakeQuerySource(rows(.track, 200, from: 1))
        let search = MergedSearch([first, FakeQuerySource(rows(.episode, 3, from: 2))])

        let page = try await search.page(try ContentQuery("sort:title"), offset: 100, limit: 10)

        #expect(page.items.count == 10)
        #expect(first.limits == [13])
    }

    @Test("a station that is called so comes before a track that has the word somewhere")
    func relevance() async throws {
        let tracks = FakeQuerySource([
            QueryRow(kind: .track, number: 1, title: "Blue", artists: ["Jazz Band"]),
            QueryRow(kind: .track, number: 2, title: "Jazz at Noon"),
        ])
        let stations = FakeQuerySource([QueryRow(kind: .station, number: 1, title: "Jazz")])

        let page = try await MergedSearch([tracks, stations]).page(try ContentQuery("jazz"), offset: 0, limit: 10)

        #expect(page.items.map(\.title) == ["Jazz", "Jazz at Noon", "Blue"])
    }
}
