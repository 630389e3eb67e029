// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueQuery
import OnCueTestSupport
import Testing

@Suite("What the search of a desktop shows")
struct DesktopSearchTests {
    private static func titles(
        _ terms: String, _ candidates: [(ContentKind, String, Double)]
    ) throws -> [String] {
        let search = try #require(DesktopSearch(terms.split(separator: " ").map(String.init)))
        let all = candidates.map { DesktopSearch.Candidate(kind: $0, title: $1, habit: $2) }
        return search.best(all).map { all[$0].title }
    }

    @Test(
        "Terms are a query whose conditions must all match",
        arguments: [
            (["night", "cross"], "night cross"), (["genre:jazz", "unplayed"], "genre:jazz unplayed"),
            (["genre:\"free", "jazz\""], "genre:\"free jazz\""), (["  ", "night", ""], "night"),
            // Unfinished, or no query at all.
            (["night", "genre:"], "night"), (["night", "(("], "night"), (["\"night"], "\"night"),
        ] as [([String], String)])
    func query(terms: [String], text: String) {
        #expect(DesktopSearch(terms)?.text == text)
    }

    @Test(
        "Nothing is searched for nothing, and not for what nobody types",
        arguments: [
            [], [""], ["   ", "\n"], ["genre:"], ["((("], [String(repeating: "a", count: 301)],
            Array(repeating: "a", count: 25), [String(repeating: "e\u{301}", count: 1_000_000)], ["\u{0}"],
        ])
    func nothing(terms: [String]) {
        #expect(DesktopSearch(terms) == nil)
    }

    @Test("The collection with exactly this title is first, then text times habit, then the order of the search")
    func order() throws {
        let found: [(ContentKind, String, Double)] = [
            (.track, "Blue", 0.9), (.track, "Blue Hour", 0), (.track, "Deep Blue", 0.3), (.artist, "Ada", 0),
            (.album, "Blue", 0), (.track, "Blue Hour II", 0),
        ]

        let titles = try Self.titles("blue", found)
        let kinds = try #require(DesktopSearch(["blue"])).best(found.map { .init(kind: $0, title: $1, habit: $2) })

        #expect(titles == ["Blue", "Blue", "Deep Blue", "Blue Hour", "Blue Hour II"])
        #expect(kinds.prefix(2) == [4, 0])
    }

    @Test("Words behind fields do not count as title, and relevance is from 0 to 1")
    func relevance() throws {
        let search = try #require(DesktopSearch(["genre:jazz", "blue"]))
        let unknown = search.relevance(of: .init(kind: .album, title: "Blue"))

        #expect(unknown == 0.2)
        #expect(search.relevance(of: .init(kind: .album, title: "Blue", habit: 1)) == 1)
        #expect(search.relevance(of: .init(kind: .album, title: "Blue", habit: .infinity)) == 1)
        #expect(search.relevance(of: .init(kind: .album, title: "Blue", habit: -1)) == unknown)
    }
}
