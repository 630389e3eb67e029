// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The latest changes of the queue, for clients that know an earlier state.
struct QueueChangeLog: Sendable {
    /// The number of changes that are remembered.
    static let limit = 64
    /// The maximum number of parts of all changes in one answer.
    static let answerLimit = 2 * QueueChange.partLimit

    private(set) var revision: UInt64
    private(set) var changes: [QueueChange] = []

    /// - Parameter life: Identifies this run of the service; 39 bits of it are used, followed by room for 16 million
    ///   changes.
    init(life: UInt64) {
        revision = (life >> 1 & ~0xFF_FFFF) + 1
    }

    /// Notes the changes by an edit; does nothing if there are none.
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

    /// Returns the changes since a revision, or `nil` if it is too old, from another run, or followed by too many
    /// changes.
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
