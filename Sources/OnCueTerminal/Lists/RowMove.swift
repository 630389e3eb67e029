// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Finds rows in a list that was reread.
enum RowMove {
    /// Returns the new index of the selected row, or of the row that takes its place.
    ///
    /// If one of several equal adjacent rows is gone, it is assumed to be the selected one.
    ///
    /// - Parameters:
    ///   - selected: An index of `before`.
    ///   - before: The keys of the rows; `nil` for unknown rows.
    /// - Complexity: O(*n d*) in the numbers of rows and of differences.
    static func place(of selected: Int, in before: [String?], after: [String]) -> Int {
        guard before.indices.contains(selected) else { return selected }
        var (removed, inserted) = (Set<Int>(), Set<Int>())
        for change in after.map(Optional.some).difference(from: before) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        let kept = before.indices.filter { !removed.contains($0) }
        let places = Dictionary(
            uniqueKeysWithValues: zip(kept, after.indices.lazy.filter { !inserted.contains($0) }))
        var run = selected..<selected + 1
        while run.lowerBound > 0, before[run.lowerBound - 1] == before[selected] {
            run = run.lowerBound - 1..<run.upperBound
        }
        while run.upperBound < before.count, before[run.upperBound] == before[selected] {
            run = run.lowerBound..<run.upperBound + 1
        }
        let left = run.count { !removed.contains($0) }
        if left == run.count, let place = places[selected] { return place }
        guard let first = (run.lowerBound..<before.count).lazy.compactMap({ places[$0] }).first else {
            return max(0, min(selected, after.count - 1))
        }
        return first + min(selected - run.lowerBound, left)
    }
}
