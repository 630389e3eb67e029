// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// One change of the queue: from which state it leads to which, and what differs.
///
/// States have numbers, revisions. A revision grows with every change of which entries there are, how they stand, and what
/// the queue was filled from; which of them is current, modes and the order of playing are no part of it. Each start of
/// the service begins somewhere else, so that no two lives have a revision in common.
package struct QueueChange: Sendable, Equatable {
    /// A change of more parts is not told in parts; what moves so much is read anew.
    package static let partLimit = 128

    package var base: UInt64
    package var revision: UInt64
    /// Number of entries afterwards.
    package var total: Int
    /// `nil` when it is too large to be told.
    package var difference: QueueDifference?

    package init(base: UInt64, revision: UInt64, total: Int, difference: QueueDifference?) {
        self.base = base
        self.revision = revision
        self.total = total
        self.difference = difference
    }
}

/// What has changed in the queue since a revision.
package struct QueueChanges: Sendable, Equatable {
    /// The queue as it is now.
    package var revision: UInt64
    package var total: Int
    /// One after the other; `nil` when that is not known any more, or never was.
    package var changes: [QueueChange]?

    package init(revision: UInt64, total: Int, changes: [QueueChange]?) {
        self.revision = revision
        self.total = total
        self.changes = changes
    }
}
