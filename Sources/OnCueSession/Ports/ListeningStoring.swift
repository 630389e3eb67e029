// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Stores the listening history permanently: a returned call is on disk, and the history outlives the catalog.
package protocol ListeningStoring: Sendable {
    /// Records events in order.
    ///
    /// - Throws: `storage`.
    func record(_ events: [ListeningEvent]) async throws(ContentError)

    /// Returns the stored records; items without a record are left out.
    func records(for identifiers: [ContentIdentifier]) async throws(ContentError)
        -> [ContentIdentifier: ListeningRecord]

    /// Returns the times when the positions of items were last erased, in seconds since 1970; items whose position
    /// never was are left out.
    func erasedPositions(of identifiers: [ContentIdentifier]) async throws(ContentError)
        -> [ContentIdentifier: Int64]

    /// Returns the positions of items that resume.
    func resumePositions() async throws(ContentError) -> [ContentIdentifier: Duration]

    /// Returns all records of items of some kinds, or of the favourites among them.
    func records(of kinds: Set<ContentKind>, favouritesOnly: Bool) async throws(ContentError)
        -> [ContentIdentifier: ListeningRecord]

    /// All items that are disliked, by title.
    func disliked() async throws(ContentError) -> [ContentIdentifier]

    /// Returns the items with a record, those played last first, of some kinds or of all.
    func recent(_ kinds: Set<ContentKind>?, limit: Int) async throws(ContentError) -> [ContentIdentifier]

    /// Returns a part of the journal, the newest entries first.
    func journal(_ query: JournalQuery, offset: Int, limit: Int) async throws(ContentError) -> JournalPage

    /// Erases a part of the journal; its plays and skips no longer count.
    ///
    /// - Returns: The number of entries erased.
    func eraseJournal(_ query: JournalQuery) async throws(ContentError) -> Int

    /// Returns a stream of changes: after each call that changes something, the items whose display changes, instead of
    /// containers. The revision counts the calls.
    func changes() -> AsyncStream<ContentChange>
}
