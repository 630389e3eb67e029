// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension QueueEntries {
    /// Returns the difference from an earlier state of these entries.
    ///
    /// - Complexity: Grows with the number of changes and of runs; O(*n* log *n*) if nothing is shared.
    package func difference(from old: QueueEntries) -> OrderDifference {
        let start = zip(old.runs, runs).prefix { $0 === $1 }.count
        let end = zip(old.runs[start...].reversed(), runs[start...].reversed()).prefix { $0 === $1 }.count
        let (oldMiddle, newMiddle) = (old.runs[start..<old.runs.count - end], runs[start..<runs.count - end])
        // A run that occurs in both is compared as a unit.
        let shared = Set(oldMiddle.map { ObjectIdentifier($0) }).intersection(newMiddle.map { ObjectIdentifier($0) })
        let (oldPieces, newPieces) = (Piece.pieces(of: oldMiddle, shared), Piece.pieces(of: newMiddle, shared))
        let changes = CommonOrder.changes(from: oldPieces.map(\.mark), to: newPieces.map(\.mark))
        let first = self.start(of: start)
        return OrderDifference(
            lifted: changes.lifted.flatMap { oldPieces[$0].ids },
            placed: changes.placed.flatMap { newPieces[$0].positions(behind: first) }, count: count, id: id(at:))
    }

    /// An entry, or a run that is treated as a unit.
    private struct Piece {
        enum Mark: Hashable {
            case entry(PlaybackQueue.EntryID)
            case run(ObjectIdentifier)
        }

        var mark: Mark
        var ids: ArraySlice<PlaybackQueue.EntryID>
        /// The index of its first entry, counted from the first piece.
        var start: Int

        func positions(behind first: Int) -> Range<Int> { first + start..<first + start + ids.count }

        static func pieces(of runs: ArraySlice<Run>, _ shared: Set<ObjectIdentifier>) -> [Piece] {
            var pieces: [Piece] = []
            var start = 0
            for run in runs {
                let identity = ObjectIdentifier(run)
                if shared.contains(identity) {
                    pieces.append(Piece(mark: .run(identity), ids: run.ids[...], start: start))
                } else {
                    for (offset, id) in run.ids.enumerated() {
                        pieces.append(
                            Piece(mark: .entry(id), ids: run.ids[offset...offset], start: start + offset))
                    }
                }
                start += run.ids.count
            }
            return pieces
        }
    }
}
