// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Remembers what was listened to, for good: a returned call is on disk, and it does not go with the catalog.
package protocol ListeningStoring: Sendable {
    /// Takes events in order.
    ///
    /// - Throws: `storage`.
    func record(_ events: [ListeningEvent]) async throws(ContentError)

    /// What is remembered; items of which nothing is known are left out.
    func records(for identifiers: [ContentIdentifier]) async throws(ContentError)
        -> [ContentIdentifier: ListeningRecord]

    /// Where items were left that go on there.
    func places() async throws(ContentError) -> [ContentIdentifier: Duration]

    /// Everything that is remembered of items of some kinds, or of the favourites among them.
    func records(of kinds: Set<ContentKind>, favouritesOnly: Bool) async throws(ContentError)
        -> [ContentIdentifier: ListeningRecord]

    /// The items with a record, those played last first, of some kinds or of all.
    func recent(_ kinds: Set<ContentKind>?, limit: Int) async throws(ContentError) -> [ContentIdentifier]

    /// A part of the journal, the newest entries first.
    func journal(_ query: JournalQuery, offset: Int, limit: Int) async throws(ContentError) -> JournalPage

    /// Erases a part of the journal; plays and skips that it stood for no longer count.
    ///
    /// - Returns: How many entries went.
    func eraseJournal(_ query: JournalQuery) async throws(ContentError) -> Int

    /// Tells after each call that changes something which items look different: they stand in the place of containers. The
    /// revision counts the calls.
    func changes() -> AsyncStream<ContentChange>
}
