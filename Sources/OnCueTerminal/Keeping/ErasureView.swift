// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing

/// What was erased, or would be, in sentences.
struct ErasureView {
    /// As the daemon's program has written it.
    let value: JSONValue

    /// - Throws: ``CommandFailure`` for a text that is none of the program's.
    init(_ text: String) throws(CommandFailure) {
        guard let value = try? JSONValue(parsing: text), value["removed"] != nil else {
            throw CommandFailure(.failed, "oncued does not say what it did; is it of the same version as oncue?")
        }
        self.value = value
    }

    var lines: [String] {
        let isDry = value["dryRun"]?.boolValue ?? false
        let removed = Self.phrases(value["removed"])
        let beginning = isDry ? "Would remove " : "Removed "
        return (removed.isEmpty ? [isDry ? "Nothing was learnt" : "Nothing was learnt, and the files are clean"] : [])
            + removed.map { beginning + $0 }
            + Self.phrases(value["kept"]).map { (isDry ? "Would keep " : "Kept ") + $0 }
            + [(isDry ? "Would keep " : "Kept ") + "the settings, and backups that you have made"]
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
        "journal": ("entry of the journal", "entries of the journal"),
        "records": ("thing that was played or skipped", "things that were played or skipped"),
        "donations": ("choice that was learnt from", "choices that were learnt from"),
        "said": ("thing that you said of suggestions", "things that you said of suggestions"),
        "raised": ("note of a suggestion", "notes of suggestions"),
        "devices": ("device", "devices"),
        "places": ("place", "places"),
        "queue": ("entry of the queue", "entries of the queue"),
        "sound": ("volume or rate", "volumes and rates"),
        "files": ("file of pictures, copies and logs", "files of pictures, copies and logs"),
        "tracks": ("track of the library", "tracks of the library"),
        "likes": ("like or dislike", "likes and dislikes"),
        "bookmarks": ("bookmark", "bookmarks"),
        "playlists": ("playlist", "playlists"),
        "podcasts": ("podcast", "podcasts"),
        "settings": ("file of settings", "files of settings"),
        "times": ("time of day for suggestions", "times of day for suggestions"),
    ]
}
