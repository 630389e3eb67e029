// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCuePhrases

/// A description of erased data, or of data to be erased, in sentences.
struct ErasureView {
    /// The output of the daemon's program.
    let value: JSONValue

    /// - Throws: ``CommandFailure`` for a text that is none of the program's.
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

    /// `4 entries of the journal` for each line that counts something.
    static func phrases(_ lines: JSONValue?) -> [String] {
        (lines?.arrayValue ?? []).compactMap { line in
            guard let what = line["what"]?.stringValue, let count = line["count"]?.intValue, count > 0 else {
                return nil
            }
            let (one, many) = nouns[what] ?? (what, what)
            return ContentPhrase.count(count, one, plural: many)
        }
    }

    private static let nouns = [
        "journal": ("history entry", "history entries"),
        "records": ("play or skip count", "play and skip counts"),
        "donations": ("learnt choice", "learnt choices"),
        "activities": ("activity", "activities"), "notifications": ("notification", "notifications"),
        "foreign": ("item of another program", "items of other programs"),
        "events": ("event", "events"),
        "said": ("pin or refusal", "pins and refusals"),
        "raised": ("past suggestion", "past suggestions"),
        "devices": ("device", "devices"),
        "places": ("place", "places"),
        "queue": ("queue entry", "queue entries"),
        "sound": ("volume or rate", "volumes and rates"),
        "recent": ("entry in recent files", "entries in recent files"),
        "files": ("picture, copy or log file", "picture, copy and log files"),
        "tracks": ("track in the library", "tracks in the library"),
        "likes": ("like or dislike", "likes and dislikes"),
        "stars": ("rating", "ratings"),
        "bookmarks": ("bookmark", "bookmarks"),
        "playlists": ("playlist", "playlists"),
        "podcasts": ("podcast", "podcasts"),
        "trash": ("item in the trash", "items in the trash"),
        "settings": ("settings file", "settings files"),
        "times": ("suggestion time", "suggestion times"),
    ]
}
