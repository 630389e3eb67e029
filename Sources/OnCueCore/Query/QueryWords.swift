// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A query for another program, which is asked for words alone and answers with items of which little is known.
///
/// Plain words are for the program to find, as it sees fit. All else is decided by what an item says of itself: its
/// title, its second line as the artist, and its length. Where that does not suffice, as with `year:`, nothing is found.
package struct QueryWords: Sendable {
    /// What the program is asked for; empty when it is not asked.
    package let words: String
    /// Some of what is found may have to be left out.
    package let isFiltered: Bool
    private let rest: ContentQuery

    package init(_ query: ContentQuery) {
        var words: [String] = []
        var rest: [QueryCondition] = []
        for condition in query.condition.conjuncts {
            if case .text(let text) = condition, [nil, .title, .artist].contains(text.field) {
                words.append(text.text)
                if text.field == nil { continue }
            }
            rest.append(condition)
        }
        let mayBeFound = QueryCondition.all(rest).suits(.provided)
        self.words = mayBeFound ? words.joined(separator: " ") : ""
        isFiltered = !rest.isEmpty || !query.order.isEmpty
        self.rest = ContentQuery(
            condition: .all(rest + [.kind([.provided])]), order: query.order, limit: query.limit)
    }

    /// What of the answer is shown: in its own order, unless the query names one.
    package func items(_ found: [ContentItem]) -> [ContentItem] {
        let rows = found.enumerated().map { index, item in
            QueryRow(
                kind: .provided, number: Int64(index), title: item.title,
                artists: item.subtitle.isEmpty ? [] : [item.subtitle],
                numbers: item.duration.map { [.length: $0.wholeMicroseconds] } ?? [:])
        }
        let kept =
            if rest.order.isEmpty {
                rows.filter { rest.matches($0, now: 0) }.map(\.number)
            } else {
                QueryRowSearch(rest, inFull: true, now: 0, seed: 0).matches(rows).matches.map(\.number)
            }
        return kept.prefix(rest.limit ?? .max).map { found[Int($0)] }
    }
}
