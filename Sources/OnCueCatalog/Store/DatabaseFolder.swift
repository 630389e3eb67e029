// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import FoundationEssentials
internal import Glibc
internal import OnCueRuntime

/// The folder in which databases are opened.
///
/// SQLite cannot even read a database with a write-ahead log if it cannot write to the folder, and a disk can be
/// mounted read-only at any time: by the system after an error, or on purpose in a car. Music should still play.
package struct DatabaseFolder: Sendable, Equatable {
    /// The absolute path.
    package let path: String
    /// Whether changes are permanent; copies are lost when the machine is turned off.
    package let isLasting: Bool

    /// Chooses the folder itself or, if its disk is mounted read-only, a spare folder with copies of its databases.
    /// Blocks while copying.
    ///
    /// A database that cannot be copied is missing from the spare folder, as if it had never been created.
    ///
    /// - Parameters:
    ///   - folder: Absolute path of an existing folder.
    ///   - names: The files of the databases; their logs are copied with them.
    ///   - spare: Absolute path of a folder for this user only, in memory; removed if it is not needed.
    ///   - log: Receives a line about changes that are not saved, or databases that cannot be copied.
    package static func choose(
        _ folder: String, databases names: [String], spare: String, log: (String) -> Void
    ) -> DatabaseFolder {
        let isReadOnly = FileSystem.isOnReadOnlyDisk(Array(folder.utf8))
        try? FileManager.default.removeItem(atPath: spare)
        guard isReadOnly, PrivateDirectory.make(spare) else { return DatabaseFolder(path: folder, isLasting: true) }
        log("\(folder) is on a disk that is mounted read-only; changes are not saved")
        for name in names where FileSystem.exists(Array("\(folder)/\(name)".utf8)) {
            do {
                try copy("\(folder)/\(name)", to: "\(spare)/\(name)")
            } catch {
                // An incomplete copy would be mistaken for a damaged database.
                for end in ["", "-wal"] { unlink("\(spare)/\(name)\(end)") }
                log("\(folder)/\(name) cannot be copied: \(error)")
            }
        }
        return DatabaseFolder(path: spare, isLasting: false)
    }

    /// Copies a database that is not in use, with its log. Blocks.
    package static func copy(_ path: String, to other: String) throws {
        for end in ["", "-wal"] where FileSystem.exists(Array((path + end).utf8)) {
            try FileManager.default.copyItem(atPath: path + end, toPath: other + end)
        }
    }
}
