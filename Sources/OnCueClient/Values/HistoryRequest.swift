// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Which part of the journal is meant.
package struct HistoryRequest: Sendable, Equatable {
    /// The most entries of one answer.
    package static let pageLimit = 1000

    /// From this time on, in seconds since 1970.
    package var since: Int64?
    /// Before this time.
    package var until: Int64?
    /// The item at a place.
    package var place: String?
    /// Empty for all; not for erasing.
    package var kinds: [JournalEntry.Kind]

    package init(since: Int64? = nil, until: Int64? = nil, place: String? = nil, kinds: [JournalEntry.Kind] = []) {
        self.since = since
        self.until = until
        self.place = place
        self.kinds = kinds
    }
}
