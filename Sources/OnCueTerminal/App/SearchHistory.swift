// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The queries of before, which Up and Down bring back.
struct SearchHistory: Sendable, Equatable {
    /// The newest last, each once.
    var all: [String] = []
    /// The one that is shown; `nil` while another text is typed.
    private(set) var index: Int?

    /// Returns an older query, or a newer one; `nil` if there is none. After the newest comes an empty one.
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

    /// Notes that a text is typed.
    mutating func leave() { index = nil }

    /// Adds a query.
    ///
    /// - Returns: Whether it is to be remembered.
    mutating func add(_ query: String) -> Bool {
        index = nil
        guard query.contains(where: { !$0.isWhitespace }), all.last != query else { return false }
        all = SearchMemory.joined(all, [query])
        return true
    }
}
