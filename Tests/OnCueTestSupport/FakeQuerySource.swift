// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueQuery
package import OnCueSession
internal import Synchronization

/// Answers queries with rows that a test has given, and notes how many matches it was asked for.
package final class FakeQuerySource: QuerySearching {
    private let rows: [QueryRow]
    private let asked = Mutex<[Int]>([])
    private let identify: @Sendable (QueryRow) -> ContentIdentifier
    /// Thrown instead of every answer.
    private let error: ContentError?
    private let givesItems: Bool

    /// - Parameters:
    ///   - error: Thrown instead of every answer.
    ///   - givesItems: Whether it gives the items with the matches, where they are wanted.
    ///   - identify: What the item of a row is called.
    package init(
        _ rows: [QueryRow], failing error: ContentError? = nil, givesItems: Bool = false,
        identify: @escaping @Sendable (QueryRow) -> ContentIdentifier = {
            StableKey(number: $0.number).identifier($0.kind)
        }
    ) {
        self.rows = rows
        self.identify = identify
        self.error = error
        self.givesItems = givesItems
    }

    /// How many matches each question wanted.
    package var limits: [Int] { asked.withLock { $0 } }

    package func matches(_ question: QueryQuestion) async throws(ContentError) -> QueryMatches {
        asked.withLock { $0.append(question.limit) }
        if let error { throw error }
        var found = try await question.answer { (_) throws(ContentError) in rows }
        if givesItems, question.wantsItems { found.items = try await items(of: found.matches) }
        return found
    }

    package func items(of matches: [QueryMatch]) async throws(ContentError) -> [ContentNode?] {
        matches.map { match in
            rows.first { $0.kind == match.kind && $0.number == match.number }.map { row in
                ContentNode(
                    identifier: identify(row), title: row.title,
                    duration: row.numbers[.length].map { .microseconds($0) }, isPlayable: true)
            }
        }
    }
}
