// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import SQLite
package import SharedListening

extension ListeningStore: SharedPlaylistStoring {
    package func knownPlaylists() async throws(ContentError) -> [String: KnownPlaylist] {
        try await answer { (rows) throws(SQLiteError) in try rows.shared.knownPlaylists() }
    }

    package func playlist(_ version: KnownPlaylist.Version) async throws(ContentError) -> SharedPlaylist? {
        try await answer { (rows) throws(SQLiteError) in try rows.shared.playlist(version) }
    }

    package func notePlaylist(_ playlist: SharedPlaylist, _ held: HeldPlaylist) async throws(ContentError) {
        try await answer { (rows) throws(SQLiteError) in
            try rows.connection.transaction { () throws(SQLiteError) in
                try rows.shared.hold(try rows.shared.put(playlist, held))
            }
        }
    }

    package func hold(_ held: HeldPlaylist) async throws(ContentError) {
        try await answer { (rows) throws(SQLiteError) in
            try rows.connection.transaction { () throws(SQLiteError) in try rows.shared.hold(held) }
        }
    }
}
