// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import OnCueCore
internal import SQLite

/// The files that an erasure of learnt data removes completely.
struct ErasedFiles {
    private let files: KeptFiles

    init(_ files: KeptFiles) {
        self.files = files
    }

    /// The existing files. Blocks.
    var all: [String] {
        let (data, state, cache) = (files.directories.data, files.directories.state, files.directories.cache)
        let databases = [
            files.listening, files.suggestions, files.activities, files.notifications, files.catalog, files.session,
        ]
        return databases.flatMap(copies)
            // Pictures reveal what was played, and so may the log. The secret is needed to make hashes of places. Songs
            // kept for clients of MPD may belong to an earlier library.
            + [
                state + "/oncued.log", state + "/place-secret", state + "/push-secret", state + "/mpd-songs",
                files.recent,
            ].filter(KeptFiles.isPresent)
            + ["artwork", "pictures", "lyrics", "covers", "fetched"].flatMap { content(of: cache + "/" + $0) }
            // The positions of songs as they were reported to servers.
            + content(of: data + "/subsonic").map { $0 + "/positions.json" }.filter(KeptFiles.isPresent)
            + content(of: files.trash)
            + ErasedTrash(files).downloads
            // The user has not requested the backup from before a restoration.
            + content(of: data).filter { path in
                ["/before-restore-", "/restoring"].contains { path.hasPrefix(data + $0) }
            }
    }

    /// Returns the copies of a database, which contain the same data: damaged ones, and those from before and after an
    /// upgrade.
    private func copies(of database: String) -> [String] {
        guard let slash = database.lastIndex(of: "/") else { return [] }
        // Includes the copies made by following the advice of `oncue doctor`.
        let marks = [".damaged-", ".before", ".newer", ".new"]
        return content(of: String(database[..<slash])).filter { path in
            marks.contains { path.hasPrefix(database + $0) }
        }
    }

    private func content(of folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map { folder + "/" + $0 }
    }
}
