// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The last changes of the queue, for those who have seen it earlier.
struct QueueChangeLog: Sendable {
    /// How many changes are remembered.
    static let limit = 64
    /// How many parts all changes of one answer have at most.
    static let answerLimit = 2 * QueueChange.partLimit

    private(set) var revision: UInt64
    private(set) var changes: [QueueChange] = []

    /// - Parameter life: Tells this life of the service from others; 39 bits of it count, and 16 million changes fit behind.
    init(life: UInt64) {
        revision = (life >> 1 & ~0xFF_FFFF) + 1
    }

    /// Notes what an edit has changed; nothing when it has changed nothing.
    ///
    /// - Complexity: As for ``QueueDifference``.
    mutating func note(from entries: QueueEntries, _ context: PlaybackContext?, to new: PlaybackQueue) {
        let difference = QueueDifference(from: entries, to: new.entries)
        guard !difference.isEmpty || context != new.context else { return }
        let base = revision
        revision += 1
        changes.append(
            QueueChange(
                base: base, revision: revision, total: new.entries.count,
                difference: difference.partCount <= QueueChange.partLimit ? difference : nil))
        if changes.count > Self.limit { changes.removeFirst() }
    }

    /// What has changed since a revision; `nil` when it is not one of the last, was none of this life, or too much has.
    func changes(since base: UInt64) -> [QueueChange]? {
        if base == revision { return [] }
        guard let first = changes.firstIndex(where: { $0.base == base }) else { return nil }
        var parts = 0
        for change in changes[first...] {
            guard let difference = change.difference else { return nil }
            parts += difference.partCount
        }
        return parts <= Self.answerLimit ? Array(changes[first...]) : nil
    }
}
