// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCore
internal import OnCuePhrases

/// A description of erased data, or of data to be erased, in sentences.
struct ErasureView {
    /// The output of the daemon's program.
    let value: JSONValue

    /// - Throws: ``CommandFailure`` for a text that is not output of the program.
    init(_ text: String) throws(CommandFailure) {
        guard let value = try? JSONValue(parsing: text), value["removed"] != nil else {
            throw CommandFailure(
                .failed, "oncued did not report what it did; check that oncue and oncued have the same version")
        }
        self.value = value
    }

    var lines: [String] {
        let isDry = value["dryRun"]?.boolValue ?? false
        let removed = Self.phrases(value["removed"])
        let beginning = isDry ? "Would erase " : "Erased "
        return
            (removed.isEmpty
            ? [isDry ? "There is nothing to erase" : "There was nothing to erase, and the files are clean"] : [])
            + removed.map { beginning + $0 }
            + Self.phrases(value["kept"]).map { (isDry ? "Would keep " : "Kept ") + $0 }
            + [(isDry ? "Would keep " : "Kept ") + "your settings and backups"]
    }

    /// Returns `4 entries of the journal` for each line with a count above 0.
    static func phrases(_ lines: JSONValue?) -> [String] {
        (lines?.arrayValue ?? []).compactMap { line in
            guard let what = line["what"]?.stringValue, let count = line["count"]?.intValue, count > 0 else {
                return nil
            }
            // A daemon of another version may know more.
            let (one, many) = KeptKind(rawValue: what).map(nouns) ?? (what, what)
            return ContentPhrase.count(count, one, plural: many)
        }
    }

    private static func nouns(_ kind: KeptKind) -> (one: String, many: String) {
        switch kind {
        case .journal: ("history entry", "history entries")
        case .records: ("play or skip count", "play and skip counts")
        case .donations: ("learnt choice", "learnt choices")
        case .activities: ("activity", "activities")
        case .notifications: ("notification, reminder or alarm", "notifications, reminders and alarms")
        case .foreign: ("item of another program", "items of other programs")
        case .events: ("event", "events")
        case .said: ("pin or refusal", "pins and refusals")
        case .raised: ("past suggestion", "past suggestions")
        case .devices: ("device", "devices")
        case .places: ("place", "places")
        case .queue: ("queue entry", "queue entries")
        case .sound: ("volume or rate", "volumes and rates")
        case .recent: ("entry in recent files", "entries in recent files")
        case .files: ("picture, copy or log file", "picture, copy and log files")
        case .tracks: ("track in the library", "tracks in the library")
        case .likes: ("like or dislike", "likes and dislikes")
        case .stars: ("rating", "ratings")
        case .bookmarks: ("bookmark", "bookmarks")
        case .playlists: ("playlist", "playlists")
        case .podcasts: ("podcast", "podcasts")
        case .trash: ("item in the trash", "items in the trash")
        case .keys: ("file with keys or paired machines", "files with keys and paired machines")
        case .settings: ("settings file", "settings files")
        case .times: ("suggestion time", "suggestion times")
        }
    }
}
