// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueSession

/// Changes of the queue as differences.
extension PlaybackInterface {
    /// Total, revision, whether the queue must be read anew, and the changes since a revision.
    func queueChanges(since revision: BusValue?) -> [BusValue] {
        guard case .uint64(let base) = revision?.unwrapped else { return queueChanges(since: .uint64(0)) }
        let answer = controller.queueChanges(since: base)
        let changes = (answer.changes ?? []).map { BusValue.structure([.uint64($0.revision)] + $0.busParts) }
        return [
            .uint32(UInt32(clamping: answer.total)), .uint64(answer.revision), .bool(answer.changes == nil),
            .array(changes, of: "(ta(uu)a(uuu)a(uut))"),
        ]
    }

    /// Tells what has changed since the last time, one change after the other.
    func announceQueueChanges(through export: BusExport) {
        let base = announcedRevision
        let news = controller.queueChanges(since: base)
        guard news.revision != base else { return }
        announcedRevision = news.revision
        let changes =
            news.changes
            ?? [QueueChange(base: base, revision: news.revision, total: news.total, difference: nil)]
        for change in changes {
            export.emit(
                "QueueChanged",
                [
                    .uint32(UInt32(clamping: change.total)), .uint64(change.base), .uint64(change.revision),
                    .bool(change.difference == nil),
                ] + change.busParts)
        }
    }
}

extension QueueChange {
    /// What was removed, moved and inserted.
    fileprivate var busParts: [BusValue] {
        let parts = difference ?? QueueDifference()
        return [
            .array(parts.removed.map { .structure([.index($0.lowerBound), .index($0.count)]) }, of: "(uu)"),
            .array(
                parts.moved.map { .structure([.index($0.start), .index($0.target), .index($0.count)]) }, of: "(uuu)"),
            .array(
                parts.inserted.map { .structure([.index($0.target), .index($0.count), .uint64($0.first.number)]) },
                of: "(uut)"),
        ]
    }
}

extension BusValue {
    /// An index or a number of entries, of which there are never so many that it would not fit.
    fileprivate static func index(_ number: Int) -> BusValue { .uint32(UInt32(clamping: number)) }
}
