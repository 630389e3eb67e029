// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The earlier queries, which Up and Down restore.
struct SearchHistory: Sendable, Equatable {
    /// All queries, the newest last, without duplicates.
    var all: [String] = []
    /// The index of the query that is shown; `nil` while another text is typed.
    private(set) var index: Int?

    /// Returns an older query, or a newer one; `nil` if there is none. After the newest, an empty one follows.
    mutating func move(by step: Int) -> String? {
        let next = (index ?? all.count) + step
        guard next >= 0, next < all.count else {
            guard step > 0, index != nil else { return nil }
            index = nil
            return ""
        }
        index = next
        return all[next]
    }

    /// Records that the user is typing another text.
    mutating func leave() { index = nil }

    /// Adds a query.
    ///
    /// - Returns: Whether it has to be remembered.
    mutating func add(_ query: String) -> Bool {
        index = nil
        guard query.contains(where: { !$0.isWhitespace }), all.last != query else { return false }
        all = SearchMemory.joined(all, [query])
        return true
    }
}
