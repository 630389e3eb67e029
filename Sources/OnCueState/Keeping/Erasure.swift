// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
package import OnCueCore
internal import OnCueRuntime
internal import SQLite

/// Erases everything that was learnt about the user, so that it cannot be recovered from the files.
///
/// No other program may use the files at the same time. An interrupted erasure is completed by the next one, and leaves
/// each database either erased or unchanged.
package struct Erasure: Sendable {
    private let files: KeptFiles

    package init(_ files: KeptFiles) {
        self.files = files
    }

    /// Whether an erasure was interrupted. Blocks.
    package var isBrokenOff: Bool { KeptFiles.isPresent(files.erasing) }

    /// Forgets an interrupted erasure that cannot be completed, so that data learnt from now on is not erased with it.
    /// Blocks.
    package func giveUp() { WholeFile.remove(files.erasing) }

    /// Returns the data to erase, and the data to keep. Blocks; the service may be running.
    package func look() -> ErasureReport { ErasureCounts(files).report }

    /// Erases the data. Blocks.
    ///
    /// - Returns: The data erased, and the data kept.
    /// - Throws: `storage`. Nothing is removed if a database is damaged, not writable, or was written by a newer
    ///   program.
    package func perform() throws(ContentError) -> ErasureReport {
        let databases = try ErasedDatabases(files)
        let report = look()
        guard (try? Data().write(to: URL(filePath: files.erasing))) != nil else {
            throw ContentError(.storage, "cannot write \(files.erasing); check its permissions and the free space")
        }
        try databases.erase()
        for path in ErasedFiles(files).all {
            do {
                try FileManager.default.removeItem(atPath: path)
            } catch {
                throw ContentError(
                    .storage,
                    "cannot delete \(path), which contains learnt data; everything else was erased, so "
                        + "delete it yourself"
                )
            }
        }
        try ErasedTrash(files).erase()
        WholeFile.remove(files.erasing)
        return report
    }
}

/// The data that an erasure removes, and the data that it keeps.
package struct ErasureReport: Sendable, Equatable {
    /// The number of items of one kind.
    package struct Line: Sendable, Equatable {
        /// The word for the kind in the output for programs.
        package var what: String
        package var count: Int

        package init(_ what: String, _ count: Int) {
            (self.what, self.count) = (what, count)
        }

        init(_ kind: KeptKind, _ count: Int) { self.init(kind.rawValue, count) }
    }

    package var removed: [Line]
    package var kept: [Line]
}
