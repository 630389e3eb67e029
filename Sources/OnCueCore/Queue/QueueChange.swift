// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// One change of the queue: the revisions before and after it, and the difference.
///
/// A revision identifies a state of the queue. It grows with every change of the entries, their order, or the source of
/// the queue; the current entry, modes and the playing order do not affect it. Each start of the service begins at
/// another number, so that no two runs share a revision.
package struct QueueChange: Sendable, Equatable {
    /// The maximum number of parts of a change that is described; after a larger one, clients reread the queue.
    package static let partLimit = 128

    package var base: UInt64
    package var revision: UInt64
    /// Number of entries afterwards.
    package var total: Int
    /// The difference, or `nil` if it is too large to describe.
    package var difference: QueueDifference?

    package init(base: UInt64, revision: UInt64, total: Int, difference: QueueDifference?) {
        self.base = base
        self.revision = revision
        self.total = total
        self.difference = difference
    }
}

/// The changes of the queue since a revision.
package struct QueueChanges: Sendable, Equatable {
    /// The current revision.
    package var revision: UInt64
    package var total: Int
    /// The changes in order, or `nil` if they are no longer known, or never were.
    package var changes: [QueueChange]?

    package init(revision: UInt64, total: Int, changes: [QueueChange]?) {
        self.revision = revision
        self.total = total
        self.changes = changes
    }
}
