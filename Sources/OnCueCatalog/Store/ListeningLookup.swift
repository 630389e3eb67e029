// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Reads `listening.sqlite` on the thread of the catalog's writer, which mirrors it.
///
/// Errors in that file do not affect the catalog: in case of any error, the history counts as empty, and the store,
/// which writes the file, handles the error.
final class ListeningLookup {
    /// The changes that a mirror has not seen yet.
    struct News {
        var tracks: [(key: Int64, listening: TrackListening)]
        /// The number of the last event.
        var change: Int64
        /// Whether the file is not the one that was mirrored.
        var isAnother: Bool
    }

    private let path: [UInt8]
    private var connection: Connection?
    private var hasTracks = false

    init(path: [UInt8]) {
        self.path = path
    }

    /// Checks whether there are any records of tracks; called before each batch.
    func refresh() {
        hasTracks =
            (try? opened().cached("SELECT 1 FROM records WHERE track_key IS NOT NULL LIMIT 1").first { _ in true })
            ?? nil ?? false
    }

    /// Returns the listening history of a track; without any cost while the file has no tracks.
    func listening(ofTrack key: Int64) -> TrackListening? {
        guard hasTracks else { return nil }
        do throws(SQLiteError) {
            let statement = try opened().cached(
                """
                SELECT play_count, skip_count, last_played, position, favourite, stars FROM records WHERE track_key = ?
                """)
            statement.bind(1, key)
            return try statement.first { TrackListening($0, from: 0) }
        } catch {
            close()
            return nil
        }
    }

    /// Returns the changes after an event, or `nil` if there are none, or if the file cannot be read.
    func news(after change: Int64) -> News? {
        do throws(SQLiteError) {
            let connection = try opened()
            return try connection.transaction(.deferred) { () throws(SQLiteError) -> News? in
                let last = try connection.cached("SELECT change FROM state").first { $0.integer(0) } ?? 0
                guard last != change else { return nil }
                let statement = try connection.cached(
                    """
                    SELECT play_count, skip_count, last_played, position, favourite, stars, track_key FROM records
                    WHERE change > ? AND track_key IS NOT NULL
                    """)
                statement.bind(1, last < change ? 0 : change)
                let tracks = try statement.all { (key: $0.integer(6), listening: TrackListening($0, from: 0)) }
                return News(tracks: tracks, change: last, isAnother: last < change)
            }
        } catch {
            close()
            return nil
        }
    }

    /// Closes the file; the next call reopens it.
    func close() {
        connection = nil
        hasTracks = false
    }

    private func opened() throws(SQLiteError) -> Connection {
        if let connection, !connection.isMoved { return connection }
        let made = try Connection(path: path, mode: .readOnly)
        try made.execute("PRAGMA cache_size = -256; PRAGMA query_only = 1")
        connection = made
        return made
    }
}
