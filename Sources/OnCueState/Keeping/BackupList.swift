// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import OnCueCore

/// The contents of a backup: the databases that cannot be rebuilt, and the files that the user may edit.
package struct BackupList: Sendable {
    /// A file of the service and its name in a backup.
    struct Entry: Sendable, Equatable {
        var name: String
        var path: String
    }

    let files: KeptFiles
    let databases: [DatabaseChecks.File]
    /// The names of the files by which machines recognise each other. They are only in a backup on request.
    let keys: [String]

    /// - Parameters:
    ///   - databases: All databases of the service; those that can be rebuilt are left out.
    ///   - keys: The paths of the files in the state folder by which machines recognise each other.
    package init(_ files: KeptFiles, databases: [DatabaseChecks.File], keys: [String] = []) {
        self.files = files
        let state = files.directories.state
        self.keys = keys.filter { $0.hasPrefix(state + "/") }.map { "state" + $0.dropFirst(state.count) }
        self.databases = databases.filter { !$0.isMadeAnew }
    }

    private var folders: [(name: String, path: String)] {
        let directories = files.directories
        return [("config", directories.configuration), ("data", directories.data), ("state", directories.state)]
    }

    /// The single files other than databases, whether they exist or not.
    private static let singles = [
        "config/oncue.conf", "config/radio.m3u8", "config/queries.conf", "config/shortcuts.json", "state/output",
        "state/notifications",
        "state/place-secret",
    ]
    /// The folders whose files all belong to a backup.
    private static let trees = ["data/playlists", "data/providers", "data/trash"]

    /// Returns the name of a database in a backup.
    func name(of database: DatabaseChecks.File) -> String {
        let folder = folders.first { database.path.hasPrefix($0.path + "/") }
        return folder.map { $0.name + database.path.dropFirst($0.path.count) } ?? database.path
    }

    func database(named name: String) -> DatabaseChecks.File? { databases.first { self.name(of: $0) == name } }

    /// Returns the location of a file from a backup; `nil` for a name that cannot be in one.
    func path(of name: String) -> String? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 2, name.utf8.count < 4096, !name.utf8.contains(0),
            parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." })
        else { return nil }
        let isKnown =
            database(named: name) != nil || Self.singles.contains(name) || keys.contains(name)
            || Self.trees.contains { name.hasPrefix($0 + "/") }
        guard isKnown, let folder = folders.first(where: { $0.name == parts[0] }) else { return nil }
        return folder.path + name.dropFirst(folder.name.count)
    }

    /// Returns the existing files other than databases, including the keys only if requested. Blocks.
    func present(withKeys: Bool) -> [Entry] {
        let singles = (Self.singles + (withKeys ? keys : [])).compactMap { name in
            path(of: name).map { Entry(name: name, path: $0) }
        }
        let trees = Self.trees.flatMap { tree -> [Entry] in
            guard let folder = folders.first(where: { tree.hasPrefix($0.name + "/") }) else { return [] }
            let root = folder.path + tree.dropFirst(folder.name.count)
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
            return names.sorted().map { Entry(name: tree + "/" + $0, path: root + "/" + $0) }
        }
        return (singles + trees).filter { entry in
            var isFolder = false
            return FileManager.default.fileExists(atPath: entry.path, isDirectory: &isFolder) && !isFolder
        }
    }
}
