// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A part of the journal.
package struct JournalQuery: Sendable, Equatable {
    /// The earliest time, in seconds since 1970.
    package var since: Int64?
    /// The time before which entries were noted.
    package var until: Int64?
    /// The items; `nil` for all.
    package var items: [ContentIdentifier]?
    /// The kinds; empty for all.
    package var kinds: Set<JournalEntry.Kind>
    /// Selects only entries of this machine after these numbers, by the names of its logs, in the order in which they
    /// were noted. A former log that is not named counts as read, and the current one is read from `since` on.
    package var after: [String: Int64]?

    package init(
        since: Int64? = nil, until: Int64? = nil, items: [ContentIdentifier]? = nil, kinds: Set<JournalEntry.Kind> = []
    ) {
        self.since = since
        self.until = until
        self.items = items
        self.kinds = kinds
    }
}

extension JournalQuery {
    package func includes(_ entry: JournalEntry) -> Bool {
        since.map { entry.time >= $0 } ?? true && until.map { entry.time < $0 } ?? true
            && items?.contains(entry.subject.identifier) ?? true && (kinds.isEmpty || kinds.contains(entry.kind))
    }
}

/// Some entries of the journal, newest first.
package struct JournalPage: Sendable, Equatable {
    package var entries: [JournalEntry]
    /// The total number of matching entries.
    package var total: Int

    package init(entries: [JournalEntry], total: Int) {
        self.entries = entries
        self.total = total
    }
}
