// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueQuery
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
            "sort:-length limit:1h", "part sort:title limit:45m limit:5", "kind:track limit:20m",
            "limit:9h59m sort:length",
        ])
    func paging(_ text: String) async throws {
        let query = try ContentQuery(text)
        let (tracks, episodes) = (rows(.track, 20, from: 1), rows(.episode, 13, from: 2))
        let all = try await MergedSearch([FakeQuerySource(tracks + episodes)], now: 10).page(
            query, offset: 0, limit: 100)
        for (size, givesItems) in [1, 4, 100].flatMap({ [($0, false), ($0, true)] }) {
            let search = MergedSearch(
                [FakeQuerySource(tracks, givesItems: givesItems), FakeQuerySource(episodes)], now: 10)
            var items: [ContentNode] = []
            while true {
                let page = try await search.page(query, offset: items.count, limit: size)
                #expect(page.total == all.total)
                if page.items.isEmpty { break }
                items += page.items
            }
            #expect(items.map(\.title) == all.items.map(\.title), "\(text) by \(size)")
        }
    }

    @Test("a playing time is a limit: all results together fit into it, and one more would not")
    func playingTime() async throws {
        let (tracks, episodes) = (rows(.track, 300, from: 1), rows(.episode, 300, from: 2))
        let search = MergedSearch([FakeQuerySource(tracks), FakeQuerySource(episodes)], now: 10)
        let all = try await search.page(try ContentQuery("sort:title"), offset: 0, limit: 1000).items

        for limit in ["1s", "10m", "2h", "24h", "20h limit:3"] {
            let query = try ContentQuery("sort:title limit:" + limit)
            let page = try await search.page(query, offset: 0, limit: 1000)

            let time = page.items.reduce(Duration.zero) { $0 + ($1.duration ?? .zero) }
            let most = try #require(query.playingTime)
            let possible = all.filter { ($0.duration ?? .zero) <= most }
            let count = page.items.count
            #expect(page.items == Array(possible.prefix(count)) && page.total == count)
            #expect(time <= most)
            #expect(
                count == query.limit || count == possible.count || time + (possible[count].duration ?? .zero) > most)
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

    @Test("mistakes are forgiven when all sources together find too little, and not by one that finds nothing")
    func mistakes() async throws {
        let tracks = FakeQuerySource(
            ["Coltrane", "Coltrane Live", "Coltrane Again"].enumerated().map {
                QueryRow(kind: .track, number: Int64($0.offset), title: $0.element)
            })
        let episodes = FakeQuerySource([QueryRow(kind: .episode, number: 1, title: "Coltrame")])
        let search = MergedSearch([tracks, episodes])

        let exact = try await search.page(try ContentQuery("coltrane"), offset: 0, limit: 10)
        let mistyped = try await search.page(try ContentQuery("coltrabe"), offset: 0, limit: 10)
        let later = try await search.page(try ContentQuery("coltrabe"), offset: 2, limit: 10)

        #expect(exact.items.map(\.title) == ["Coltrane", "Coltrane Again", "Coltrane Live"])
        #expect(exact.total == 3)
        #expect(Set(mistyped.items.map(\.title)) == ["Coltrane", "Coltrane Again", "Coltrane Live", "Coltrame"])
        #expect(later.items == Array(mistyped.items.dropFirst(2)) && later.total == mistyped.total)
    }

    @Test(
        "a source that cannot be read is named, and the others answer; without any the first says why", arguments: 0..<3
    )
    func failures(bad: Int) async throws {
        let error = ContentError(.storage, "the file is damaged")
        let lists = (0..<3).map { rows([.track, .episode, .station][$0], 5, from: Int64($0 + 1)) }
        let sources = lists.enumerated().map { FakeQuerySource($0.element, failing: $0.offset == bad ? error : nil) }
        let query = try ContentQuery("part")
        let good = lists.enumerated().filter { $0.offset != bad }.flatMap(\.element)
        let whole = try await MergedSearch([FakeQuerySource(good)]).page(query, offset: 0, limit: 100)

        for offset in [0, 4, 9, 20] {
            let page = try await MergedSearch(sources).page(query, offset: offset, limit: 3)

            #expect(page.failures == [bad: error])
            #expect(page.total == 10)
            #expect(page.items.map(\.title) == whole.items.dropFirst(offset).prefix(3).map(\.title))
        }
        let none = MergedSearch([FakeQuerySource([], failing: error), FakeQuerySource([], failing: error)])
        await #expect(throws: error) { _ = try await none.page(query, offset: 0, limit: 3) }
    }

    @Test("of the library no more is read than a page needs, whatever is shown before it")
    func library() async throws {
        let library = FakeQuerySource(rows(.track, 200, from: 1))
        let lists = FakeQuerySource(rows(.list, 3, from: 2))
        let tree = CombinedContentSource(
            [
                ContentBranch(
                    identifier: ContentIdentifier(kind: .section, key: "lists"), title: "Lists", kinds: [.list],
                    source: EmptyContentSource(), queries: [lists]),
                ContentBranch(
                    identifier: ContentIdentifier(kind: .section, key: "library"), title: "Library", kinds: [.track],
                    isTransparent: true, source: EmptyContentSource(), queries: [library]),
            ], revision: ContentTree.Revision(1))

        let page = try await tree.search("part", offset: 0, limit: 10)

        #expect(page.items.count == 10)
        #expect(page.total == 203)
        #expect(library.limits == [10])
    }

    @Test("a tree says which branches could not be searched")
    func branches() async throws {
        let error = ContentError(.storage, "the file is damaged")
        func branch(_ title: String, _ kind: ContentKind, _ queries: [any QuerySearching]) -> ContentBranch {
            ContentBranch(
                identifier: ContentIdentifier(kind: .section, key: title), title: title, kinds: [kind],
                source: EmptyContentSource(), queries: queries)
        }
        let tree = CombinedContentSource(
            [
                branch("Library", .track, [FakeQuerySource(rows(.track, 5, from: 1))]),
                branch("Podcasts", .episode, [FakeQuerySource([], failing: error)]), branch("Empty", .station, []),
            ], revision: ContentTree.Revision(1))

        let page = try await tree.search("part", offset: 0, limit: 10)

        #expect(page.items.count == 5)
        #expect(page.unanswered == [UnansweredBranch(title: "Podcasts", message: "the file is damaged")])
    }
}
