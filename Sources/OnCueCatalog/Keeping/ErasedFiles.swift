// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import OnCueCore
internal import SQLite

/// The files that go as a whole when what was learnt is erased.
struct ErasedFiles {
    private let files: KeptFiles

    init(_ files: KeptFiles) {
        self.files = files
    }

    /// Those that are there. Blocks.
    var all: [String] {
        let (data, state, cache) = (files.directories.data, files.directories.state, files.directories.cache)
        let databases = [files.listening, files.suggestions, files.catalog, files.session]
        return databases.flatMap(copies)
            // Pictures tell what was played, and the log may name it. Marks of places are made with the secret.
            + [state + "/oncued.log", state + "/place-secret"].filter(KeptFiles.isPresent)
            + [cache + "/artwork", cache + "/pictures", files.trash].flatMap(content)
            + ErasedTrash(files).downloads
            // What a restoration has kept was not asked for as a backup.
            + content(of: data).filter { path in
                ["/before-restore-", "/restoring"].contains { path.hasPrefix(data + $0) }
            }
    }

    /// What has been made of a database and holds what it held: damaged, from before an upgrade, from after one.
    private func copies(of database: String) -> [String] {
        guard let slash = database.lastIndex(of: "/") else { return [] }
        // Also those that the advice of doctor makes.
        let marks = [".damaged-", ".before", ".newer", ".new"]
        return content(of: String(database[..<slash])).filter { path in
            marks.contains { path.hasPrefix(database + $0) }
        }
    }

    private func content(of folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map { folder + "/" + $0 }
    }
}
