// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
package import OnCueCore
internal import SQLite

/// The locations of the service's files.
package struct KeptFiles: Sendable {
    package let directories: UserDirectories

    package init(_ directories: UserDirectories) {
        self.directories = directories
    }

    var listening: String { directories.data + "/listening.sqlite" }
    var suggestions: String { directories.data + "/suggestions.sqlite" }
    var activities: String { directories.data + "/activities.sqlite" }
    var notifications: String { directories.data + "/notifications.sqlite" }
    var catalog: String { directories.data + "/catalog.sqlite" }
    var podcasts: String { directories.data + "/podcasts.sqlite" }
    var session: String { directories.state + "/state.sqlite" }
    /// The entries added to the recent files of the desktop, one per line.
    var recent: String { directories.state + "/recent-files" }
    var playlists: String { directories.data + "/playlists" }
    /// Deleted playlists, stations and queries, one file for each.
    var trash: String { directories.data + "/trash" }

    /// A marker file that exists during an erasure, so that an interrupted one is completed.
    var erasing: String { directories.data + "/erasing" }

    static func isPresent(_ path: String) -> Bool { !FileSystem.isAbsent(Array(path.utf8)) }

    /// Returns the count that a query returns; 0 if the file or the table does not exist.
    static func count(_ sql: String, in path: String) -> Int {
        guard isPresent(path), let connection = try? Connection(path: path, mode: .readOnly) else { return 0 }
        return (try? connection.prepare(sql).first { $0.int(0) }) ?? nil ?? 0
    }
}
