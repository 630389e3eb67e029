// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
package import OnCueCore
package import OnCueSession
internal import SQLite

/// Finds similar tracks in the catalog; those that were skipped recently are left out.
package struct SimilarTracks: SimilarFinding {
    /// The time for which a skip counts, unless the track has been heard since then: 30 days, in seconds.
    static let skipMemory: Int64 = 30 * 24 * 3600
    private static let journalLimit = 1000

    private let catalog: Catalog
    private let listening: any ListeningStoring
    private let now: @Sendable () -> Int64

    package init(catalog: Catalog, listening: any ListeningStoring) {
        self.init(catalog: catalog, listening: listening, now: FileSystem.secondsSince1970)
    }

    /// - Parameter now: Seconds since 1970.
    init(catalog: Catalog, listening: any ListeningStoring, now: @escaping @Sendable () -> Int64) {
        self.catalog = catalog
        self.listening = listening
        self.now = now
    }

    package func tracks(for request: SimilarRequest) async -> [Track] {
        let unwanted = request.known.union(await skippedLately())
        let choice = try? await catalog.read { (queries) throws(SQLiteError) in
            SimilarChoice(
                ofArtists: try queries.tracks(ofArtists: request.artists, but: unwanted, seed: request.seed),
                ofGenres: try queries.tracks(ofGenres: request.genres, but: unwanted, seed: request.seed),
                unwanted: unwanted)
        }
        return choice?.tracks(seed: request.seed) ?? []
    }

    /// Returns the items whose last event in the journal is a skip.
    private func skippedLately() async -> Set<ContentIdentifier> {
        let query = JournalQuery(since: now() - Self.skipMemory, kinds: [.skipped, .heard, .finished])
        let page = try? await listening.journal(query, offset: 0, limit: Self.journalLimit)
        var (seen, skipped): (Set<ContentIdentifier>, Set<ContentIdentifier>) = ([], [])
        for entry in page?.entries ?? [] where seen.insert(entry.subject.identifier).inserted {
            if entry.kind == .skipped { skipped.insert(entry.subject.identifier) }
        }
        return skipped
    }
}
