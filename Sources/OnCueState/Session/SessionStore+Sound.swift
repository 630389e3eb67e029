// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession
internal import SQLite

/// The sound settings, in the same file as the session.
extension SessionStore: SoundStoring {
    package func loadSound() -> SavedSound {
        read { (rows) throws(SQLiteError) in try SoundRows(connection: rows.connection).load() }
            ?? SavedSound()
    }

    package func keep(_ change: SavedSound.Change) throws(ContentError) {
        do throws(SQLiteError) {
            try attempt { (rows) throws(SQLiteError) in try SoundRows(connection: rows.connection).keep(change) }
        } catch {
            throw ContentError(
                .storage,
                "cannot save the sound settings in \(name): \(error.message)\(error.advice)")
        }
    }
}
