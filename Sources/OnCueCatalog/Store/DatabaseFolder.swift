// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import Glibc
internal import OnCueRuntime

/// The folder in which databases are opened.
///
/// SQLite cannot even read a database with a write-ahead log where it may not write beside it, and a disk can be
/// mounted read-only at any time: by the system after an error, or on purpose in a car. Music is to play then, too.
package struct DatabaseFolder: Sendable, Equatable {
    /// Absolute path.
    package let path: String
    /// False for copies, which are gone when the machine is turned off.
    package let isLasting: Bool

    /// The folder itself, or where its disk is mounted read-only a spare one with copies of its databases. Blocks as long
    /// as copying takes.
    ///
    /// A database that cannot be copied is not in the spare folder, as one that was never made.
    ///
    /// - Parameters:
    ///   - folder: Absolute path of a folder that is there.
    ///   - names: The files of the databases; their logs go with them.
    ///   - spare: Absolute path of a folder for this user alone, in memory; removed where it is not needed.
    ///   - log: Gets a line about what is not kept, or cannot be copied.
    package static func choose(
        _ folder: String, databases names: [String], spare: String, log: (String) -> Void
    ) -> DatabaseFolder {
        let isReadOnly = FileSystem.isOnReadOnlyDisk(Array(folder.utf8))
        try? FileManager.default.removeItem(atPath: spare)
        guard isReadOnly, PrivateDirectory.make(spare) else { return DatabaseFolder(path: folder, isLasting: true) }
        log("\(folder) is on a disk that is mounted read-only; what changes there is not kept")
        for file in names.flatMap({ [$0, $0 + "-wal"] }) {
            let source = "\(folder)/\(file)"
            guard FileSystem.exists(Array(source.utf8)) else { continue }
            do {
                try FileManager.default.copyItem(atPath: source, toPath: "\(spare)/\(file)")
            } catch {
                // Half of one would be taken for a damaged one.
                unlink("\(spare)/\(file)")
                log("\(source) cannot be copied: \(error)")
            }
        }
        return DatabaseFolder(path: spare, isLasting: false)
    }
}
