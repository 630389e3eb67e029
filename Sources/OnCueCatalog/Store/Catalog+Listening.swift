// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import SQLite

/// The mirror of the listening history, for the store that keeps the history.
extension Catalog {
    /// Mirrors a listening file from now on; called again when the file was replaced.
    package func useListening(_ path: [UInt8]) async {
        await store.useListening(path)
    }

    /// Updates the tracks from the listening file.
    package func mirrorListening() async {
        _ = await store.mirrorListening()
    }

    /// Returns every track with a listening history.
    package func listenedTracks() async throws(SQLiteError) -> [ListenedTrack] {
        try await read { (queries) throws(SQLiteError) in try queries.listenedTracks() }
    }
}
