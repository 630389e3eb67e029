// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCore

/// Plays in the import format of ListenBrainz (the body of `/1/submit-listens`, `listen_type` import).
///
/// ListenBrainz requires an artist, so plays without one are left out.
enum ListenExport {
    /// - Parameters:
    ///   - entries: The entries of kinds `started` and `heard`, newest first.
    ///   - stars: The user's ratings, by item.
    static func json(_ entries: [JournalEntry], stars: [ContentIdentifier: Stars] = [:]) -> JSONValue {
        var starts: [ContentIdentifier: Int64] = [:]
        var listens: [JSONValue] = []
        for entry in entries.reversed() {
            if entry.kind == .started { starts[entry.subject.identifier] = entry.time }
            guard entry.kind == .heard, !entry.subject.artists.isEmpty else { continue }
            let item = entry.subject.identifier
            listens.append(listen(entry, since: starts[item] ?? entry.time, stars[item]))
        }
        return ["listen_type": .string("import"), "payload": .array(listens.reversed())]
    }

    private static func listen(_ entry: JournalEntry, since start: Int64, _ stars: Stars?) -> JSONValue {
        var information = [JSONValue.Member("media_player", .string("OnCue"))]
        if let duration = entry.subject.duration {
            information.append(JSONValue.Member("duration_ms", .int(Int(duration / .milliseconds(1)))))
        }
        if let recording = entry.subject.recording {
            information.append(JSONValue.Member("recording_mbid", .string(recording)))
        }
        if let stars { information.append(JSONValue.Member("rating", .rounded(stars.number, places: 1))) }
        var track = [
            JSONValue.Member("artist_name", .string(entry.subject.artists.joined(separator: ", "))),
            JSONValue.Member("track_name", .string(entry.subject.title)),
        ]
        if let album = entry.subject.album { track.append(JSONValue.Member("release_name", .string(album))) }
        track.append(JSONValue.Member("additional_info", .object(information)))
        return ["listened_at": .int(Int(start)), "track_metadata": .object(track)]
    }
}
