// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A query for another program, which receives only words and answers with items of few known fields.
///
/// The program searches for plain words in its own way. All other conditions are evaluated on the item's title, its
/// second line as the artist, and its length. A condition that needs more, such as `year:`, finds nothing.
package struct QueryWords: Sendable {
    /// The words to send to the program; empty if the program is not asked.
    package let words: String
    /// Whether some of the results may have to be removed.
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
            condition: .all(rest + [.kind([.provided])]), order: query.order, limit: query.limit,
            playingTime: query.playingTime)
    }

    /// Returns the matching items of the answer, in its own order unless the query has one.
    package func items(_ found: [ContentNode]) -> [ContentNode] {
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
        return rest.fitting(kept.prefix(rest.limit ?? .max).map { found[Int($0)] }).items
    }
}
