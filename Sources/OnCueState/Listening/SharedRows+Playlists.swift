// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import GLib
internal import JSON
internal import SQLite
internal import SharedListening

/// Playlists: the last change in each log, and the state here.
extension SharedRows {
    /// The kind of the rows with the state here, which are never sent.
    private static let held = "held"

    /// Returns the token that stands for a log's name in a playlist that is sent. A machine that has the log knows its
    /// name, too. No other machine can find the name from the token, since too many of its digits are random.
    static func token(ofLog name: String) -> String {
        String(Checksum.sha256(Array(("oncue playlist " + name).utf8)).prefix(32))
    }

    /// Returns a playlist as it is sent, with tokens instead of the names of logs.
    static func withTokens(_ playlist: SharedPlaylist) -> SharedPlaylist {
        var told = playlist
        told.known = Dictionary(playlist.known.map { (token(ofLog: $0.key), $0.value) }) { max($0, $1) }
        return told
    }

    func knownPlaylists() throws(SQLiteError) -> [String: KnownPlaylist] {
        var known: [String: KnownPlaylist] = [:]
        let through = try lastNumbers()
        // Read only whether there are entries, not the entries themselves.
        let query = try connection.cached(
            """
            SELECT register, name, number, machine IS NULL, json_type(payload, '$.entries') = 'null',
                json_extract(payload, '$.known'), time
            FROM shared JOIN logs ON logs.id = log WHERE kind = 'playlists' AND register IS NOT NULL
            """)
        var versions: [String: [(time: Int64, version: KnownPlaylist.Version)]] = [:]
        try query.eachRow { row in
            // For logs that are unknown here, it is impossible to tell whether a change contains theirs.
            let contained = Self.numbers(row.text(5)).compactMap { word, number in
                through[word].map { ($0.log, min(number, $0.last)) }
            }.filter { $0.1 > 0 }
            let version = KnownPlaylist.Version(
                log: row.text(1), number: row.integer(2), isOwn: row.integer(3) != 0, isDeletion: row.integer(4) != 0,
                known: Dictionary(contained) { max($0, $1) })
            versions[row.text(0), default: []].append((row.integer(6), version))
        }
        for (register, versions) in versions {
            known[register, default: KnownPlaylist()].versions = versions.sorted { one, other in
                (one.time, one.version.log, one.version.number) > (other.time, other.version.log, other.version.number)
            }.map(\.version)
        }
        let held = try connection.cached(
            "SELECT register, payload FROM shared WHERE log IN (SELECT id FROM logs WHERE machine IS NULL) AND kind = ?"
        )
        held.bind(1, Self.held)
        try held.eachRow { row in
            known[row.text(0), default: KnownPlaylist()].held =
                (try? JSONValue(parsing: row.text(1))).flatMap { HeldPlaylist(json: $0) }
        }
        return known
    }

    /// Returns the last change of playlists known in each log, both by its name and by its token.
    private func lastNumbers() throws(SQLiteError) -> [String: (log: String, last: Int64)] {
        let query = try connection.cached(
            "SELECT name, through FROM streams JOIN logs ON logs.id = log WHERE kind = 'playlists'")
        var last: [String: (log: String, last: Int64)] = [:]
        try query.eachRow { row in
            let name = row.text(0)
            for word in [name, Self.token(ofLog: name)] { last[word] = (name, row.integer(1)) }
        }
        return last
    }

    private static func numbers(_ text: String) -> [String: Int64] {
        guard case .object(let members)? = try? JSONValue(parsing: text) else { return [:] }
        return Dictionary(
            members.compactMap { member in member.value.intValue.map { (member.name, Int64($0)) } }
        ) { max($0, $1) }
    }

    func playlist(_ version: KnownPlaylist.Version) throws(SQLiteError) -> SharedPlaylist? {
        let query = try connection.cached(
            """
            SELECT payload FROM shared JOIN logs ON logs.id = log WHERE name = ? AND kind = 'playlists' AND number = ?
            """)
        query.bind(1, version.log)
        query.bind(2, version.number)
        guard let text = try query.first({ $0.optionalText(0) }) ?? nil, let json = try? JSONValue(parsing: text),
            case .listed(let playlist)? = SharedEntry(json: json, .playlists)?.change
        else { return nil }
        return playlist
    }

    /// Notes a change of this machine, with a later time than everything known about the playlist.
    ///
    /// - Returns: The state here, with the change.
    func put(_ playlist: SharedPlaylist, _ held: HeldPlaylist) throws(SQLiteError) -> HeldPlaylist {
        let latest = try connection.cached(
            """
            SELECT MAX(time) FROM shared WHERE log IN (SELECT id FROM logs) AND register = ? AND kind = 'playlists'
            """)
        latest.bind(1, playlist.register)
        let known = try latest.first { $0.optionalInteger(0) } ?? nil
        let log = try ownLog()
        let number = try next(.playlists, of: log)
        let row = try connection.cached(
            """
            INSERT INTO shared (log, kind, number, time, register, payload) VALUES (?, 'playlists', ?, ?, ?, ?)
            ON CONFLICT (log, kind, register) WHERE register IS NOT NULL DO UPDATE SET number = excluded.number,
                time = excluded.time, payload = excluded.payload
            """)
        row.bind(1, log)
        row.bind(2, number)
        row.bind(3, max(FileSystem.secondsSince1970(), (known ?? -1) + 1))
        row.bind(4, playlist.register)
        row.bind(5, SharedEntry(number, at: 0, .listed(playlist)).json.text())
        try row.run()
        var held = held
        let name = try connection.prepare("SELECT name FROM logs WHERE id = \(log)").first { $0.text(0) }
        if let name { held.known[name] = number }
        return held
    }

    func hold(_ held: HeldPlaylist) throws(SQLiteError) {
        let register = SharedPlaylist.register(held.name)
        let former = try connection.cached(
            """
            DELETE FROM shared WHERE log IN (SELECT id FROM logs WHERE machine IS NULL) AND kind = ? AND register = ?
            """)
        former.bind(1, Self.held)
        former.bind(2, register)
        try former.run()
        let row = try connection.cached(
            """
            INSERT INTO shared (log, kind, number, time, register, payload)
            SELECT ?1, ?2, COALESCE(MAX(number), 0) + 1, 0, ?3, ?4 FROM shared WHERE log = ?1 AND kind = ?2
            """)
        row.bind(1, try ownLog())
        row.bind(2, Self.held)
        row.bind(3, register)
        row.bind(4, held.json.text())
        try row.run()
    }
}
