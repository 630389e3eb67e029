// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSession
import OnCueTestSupport

/// Listening in memory, in which nothing was heard or liked.
final class QuietListening: OwnListening, ListeningStoring {
    let store = FakeListeningStore()

    func ownEnds() async throws(ContentError) -> (plays: [String: Int64], likes: [String: Int64]) {
        (["own": 5], ["own": 0])
    }

    func ownCursor(_ known: [String: Int64], since time: Int64) async throws(ContentError) -> [String: Int64] { known }

    func ownPlays(after cursor: [String: Int64], limit: Int) async throws(ContentError) -> OwnPart<OwnPlay> {
        OwnPart(end: cursor)
    }

    func ownLikes(after cursor: [String: Int64], limit: Int) async throws(ContentError) -> OwnPart<OwnLike> {
        OwnPart(end: cursor)
    }

    func ownPlayCount(after cursor: [String: Int64]) async throws(ContentError) -> Int { 0 }

    func record(_ events: [ListeningEvent]) async throws(ContentError) { try await store.record(events) }

    func records(
        for identifiers: [ContentIdentifier]
    ) async throws(ContentError) -> [ContentIdentifier: ListeningRecord] { try await store.records(for: identifiers) }

    func erasedPositions(
        of identifiers: [ContentIdentifier]
    ) async throws(ContentError) -> [ContentIdentifier: Int64] { try await store.erasedPositions(of: identifiers) }

    func resumePositions() async throws(ContentError) -> [ContentIdentifier: Duration] {
        try await store.resumePositions()
    }

    func records(
        of kinds: Set<ContentKind>, favouritesOnly: Bool
    ) async throws(ContentError) -> [ContentIdentifier: ListeningRecord] {
        try await store.records(of: kinds, favouritesOnly: favouritesOnly)
    }

    func disliked() async throws(ContentError) -> [ContentIdentifier] { try await store.disliked() }

    func recent(_ kinds: Set<ContentKind>?, limit: Int) async throws(ContentError) -> [ContentIdentifier] {
        try await store.recent(kinds, limit: limit)
    }

    func journal(_ query: JournalQuery, offset: Int, limit: Int) async throws(ContentError) -> JournalPage {
        try await store.journal(query, offset: offset, limit: limit)
    }

    func eraseJournal(_ query: JournalQuery) async throws(ContentError) -> Int { try await store.eraseJournal(query) }

    func changes() -> AsyncStream<ContentChange> { store.changes() }
}
