// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCatalog
internal import OnCueCore
internal import SQLite
internal import SharedListening

extension SharedRows {
    /// Returns parts of this machine's logs, beginning after the entries that another machine has.
    func parts(
        _ kinds: Set<SharedKind>, after have: [SharedStream: Int64], limit: Int
    ) throws(SQLiteError) -> [SharedPart] {
        let streams = try connection.prepare(
            """
            SELECT log, name, kind, through FROM streams JOIN logs ON logs.id = log WHERE machine IS NULL
            ORDER BY is_current DESC, log, kind
            """
        ).all { ($0.integer(0), $0.text(1), $0.text(2), $0.integer(3)) }
        var open: [(log: Int64, stream: SharedStream, after: Int64, through: Int64)] = []
        for (log, name, word, through) in streams {
            guard let kind = SharedKind(rawValue: word), kinds.contains(kind) else { continue }
            let stream = SharedStream(name, kind)
            let after = have[stream] ?? 0
            // The other machine has numbers that are missing here, as after an older file was put back, so the log
            // continues under another name. The number of logs is limited, in case a machine claims this each time.
            if after > through, try isCurrent(log) { try retire() }
            if after < through { open.append((log, stream, after, through)) }
        }
        var (parts, room): ([SharedPart], Int) = ([], limit)
        for (index, (log, stream, after, through)) in open.enumerated() where room > 0 {
            // Each part gets a share, so that one that is not accepted leaves room for the others. A few playlists fill
            // a message.
            let share = max(1, room / (open.count - index))
            let limit = stream.kind == .playlists ? min(share, 8) : share
            let rows = try self.entries(log, stream.kind, after: after, limit: limit)
            let end = rows.count < limit ? through : rows.last?.number ?? through
            parts.append(SharedPart(stream, after: after, through: end, rows.compactMap(\.entry)))
            room -= rows.count
        }
        return parts
    }

    private func isCurrent(_ log: Int64) throws(SQLiteError) -> Bool {
        let row = try connection.cached(
            "SELECT 1 FROM logs WHERE id = ? AND is_current = 1 AND (SELECT COUNT(*) FROM logs WHERE machine IS NULL) < ?"
        )
        row.bind(1, log)
        row.bind(2, SharedLimits.logs / 2)
        return try row.first { _ in true } != nil
    }

    /// Returns rows after a number in their order; rows that are not sent have no entry.
    private func entries(
        _ log: Int64, _ kind: SharedKind, after number: Int64, limit: Int
    ) throws(SQLiteError) -> [(number: Int64, entry: SharedEntry?)] {
        var rows = kind == .plays ? try plays(log, after: number, limit: limit) : []
        let statement = try connection.cached(
            """
            SELECT number, time, register, value, payload, title, item FROM shared
            LEFT JOIN records ON records.identifier = shared.identifier
            WHERE log = ? AND shared.kind = ? AND number > ? ORDER BY number LIMIT ?
            """)
        statement.bind(1, log)
        statement.bind(2, kind.rawValue)
        statement.bind(3, number)
        statement.bind(4, limit)
        rows += try statement.all { ($0.integer(0), Self.entry($0, kind)) }
        return Array(rows.sorted { $0.number < $1.number }.prefix(limit))
    }

    private static func entry(_ row: Statement, _ kind: SharedKind) -> SharedEntry? {
        let (number, time) = (row.integer(0), row.integer(1))
        if let payload = row.optionalText(4) {
            guard let json = try? JSONValue(parsing: payload), let entry = SharedEntry(json: json, kind) else {
                return nil
            }
            // A track gets its title from the record here, whether its file exists or not.
            if case .learnt(let item, let donation) = entry.change, item.entry?.title.isEmpty == true,
                let title = row.optionalText(5)
            {
                let described = ToldItem(item.identifier, HandedEntry(title: title).bounded)
                return SharedEntry(number, at: time, .learnt(described, donation))
            }
            if case .listed(let playlist) = entry.change {
                return SharedEntry(number, at: time, .listed(Self.withTokens(playlist)))
            }
            return SharedEntry(number, at: time, entry.change)
        }
        let value = row.optionalInteger(3)
        if kind == .subscriptions {
            let item = row.optionalText(6).flatMap { ToldItem(json: try? JSONValue(parsing: $0)) }
            return item.map { SharedEntry(number, at: time, .subscribed($0, value == 1)) }
        }
        guard let identifier = ContentIdentifier(row.text(2)), ToldItem.told.contains(identifier.kind) else {
            return nil
        }
        let isCommon = ToldItem.common.contains(identifier.kind)
        let item = ToldItem(identifier, isCommon ? nil : HandedEntry(title: row.optionalText(5) ?? "").bounded)
        switch kind {
        case .positions: return SharedEntry(number, at: time, .left(item, value))
        case .likes: return SharedEntry(number, at: time, .liked(item, Int(value ?? 0)))
        case .stars: return SharedEntry(number, at: time, .rated(item, value.map { Int($0) }))
        case .plays, .subscriptions, .playlists, .learnt, .erasures: return nil
        }
    }

    private func plays(
        _ log: Int64, after number: Int64, limit: Int
    ) throws(SQLiteError) -> [(number: Int64, entry: SharedEntry?)] {
        let statement = try connection.cached(
            """
            SELECT kind, time, position, cause, NULL, identifier, title, artists, album, duration, recording, song, number
            FROM journal JOIN journal_items ON journal_items.id = item
            WHERE log = ? AND number > ? ORDER BY number LIMIT ?
            """)
        statement.bind(1, log)
        statement.bind(2, number)
        statement.bind(3, limit)
        return try statement.all { row in
            let number = row.integer(12)
            guard let entry = JournalRows.entry(row), ToldItem.told.contains(entry.subject.identifier.kind) else {
                return (number, nil)
            }
            let subject = entry.subject
            var item = ToldItem(subject.identifier)
            if !ToldItem.common.contains(subject.identifier.kind) {
                var handed = HandedEntry(title: subject.title)
                (handed.artists, handed.album) = (subject.artists, subject.album)
                (handed.duration, handed.recording) = (subject.duration, subject.recording)
                item.entry = handed.bounded
            }
            return (
                number,
                SharedEntry(
                    number, at: entry.time,
                    .played(
                        item, entry.kind, position: entry.position.wholeMicroseconds, entry.cause, song: entry.song))
            )
        }
    }
}
