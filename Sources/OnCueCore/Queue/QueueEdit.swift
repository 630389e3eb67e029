// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A change of the queue that can be undone, as people see it.
package struct QueueEdit: Sendable, Equatable {
    /// The kind of edit.
    package enum Kind: String, Sendable, CaseIterable {
        /// Something else was played, so the queue was replaced.
        case play
        case add
        case remove
        case move
        /// All entries were put into another order.
        case sort
        case clear
        /// The queue played in between was abandoned for the one set aside.
        case back
    }

    package var kind: Kind
    /// The title of the first entry that is concerned; empty when there was none.
    package var title: String
    /// The number of entries concerned.
    package var count: Int

    package init(_ kind: Kind, title: String, count: Int) {
        self.kind = kind
        self.title = title
        self.count = count
    }
}
