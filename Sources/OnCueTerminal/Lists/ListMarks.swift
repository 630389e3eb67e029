// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueInterface

/// The marked rows of a list, on all of which an action is performed.
struct ListMarks: Sendable, Equatable {
    /// The most rows that can be marked individually.
    static let limit = 10_000

    /// The marked rows, in the order in which they were marked.
    private(set) var rows: [ListRow] = []
    private var ids: Set<String> = []
    /// Whether the whole list is marked, although not all of its rows are known.
    private(set) var isWhole = false

    var isEmpty: Bool { rows.isEmpty && !isWhole }

    func contains(_ row: ListRow) -> Bool { isWhole || ids.contains(row.id) }

    /// Marks a row, or removes its mark.
    mutating func toggle(_ row: ListRow) {
        if isWhole { clear() }
        if ids.remove(row.id) != nil {
            rows.removeAll { $0.id == row.id }
        } else if rows.count < Self.limit {
            ids.insert(row.id)
            rows.append(row)
        }
    }

    /// Marks these rows and no others.
    mutating func set(_ rows: [ListRow]) {
        clear()
        for row in rows { toggle(row) }
    }

    /// Marks a list whose rows are not all known.
    mutating func setWhole() {
        clear()
        isWhole = true
    }

    mutating func clear() { self = ListMarks() }
}
