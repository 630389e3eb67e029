// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A move of the marked rows of a list: they are gathered, and moved up or down by one row.
struct MarkedMove: Sendable, Equatable {
    /// The marked rows in the order of the list, and their indexes.
    let rows: [ListRow]
    let indexes: [Int]
    /// The index of the first of them after the move.
    let target: Int

    /// - Parameter step: 1 for down, -1 for up.
    /// - Returns: `nil` if the position of a marked row is not known.
    init?(_ level: ListLevel, by step: Int) {
        let places = level.marks.rows.compactMap { level.pages.index(of: $0.id) }.sorted()
        guard let first = places.first, let last = places.last, places.count == level.marks.rows.count else {
            return nil
        }
        indexes = places
        rows = places.compactMap { level.pages[$0] }
        let wanted = step > 0 ? last + 1 - (places.count - 1) : first - 1
        target = min(max(0, wanted), max(0, level.count - places.count))
    }

    /// Whether any row changes its position.
    var isChange: Bool { indexes != Array(target..<target + indexes.count) }
}

extension ListLevel {
    /// Displays a move before the service has made it, if the rows are known; marked rows stay marked.
    mutating func move(_ move: MarkedMove, height: Int) {
        guard let places = pages.move(move.indexes, to: move.target) else {
            // The rows of a playlist are identified by their positions, which have changed.
            if source == .tree { marks.clear() }
            return
        }
        marks.set((move.target..<move.target + move.indexes.count).compactMap { pages[$0] })
        select(places[selected] ?? selected, height: height)
    }
}
