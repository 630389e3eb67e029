// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
package import OnCueCore
internal import OnCueRuntime
internal import SQLite

/// Erases everything that was learnt about the person, so that none of it can be read in the files any more.
///
/// Nobody else may use the files meanwhile. One that is broken off is gone on with by the next; what a database has
/// lost then is all of it or nothing.
package struct Erasure: Sendable {
    private let files: KeptFiles

    package init(_ files: KeptFiles) {
        self.files = files
    }

    /// One was broken off. Blocks.
    package var isBrokenOff: Bool { KeptFiles.isPresent(files.erasing) }

    /// Forgets that one was broken off, when it cannot be gone on with: what is learnt from now on must not go with it.
    /// Blocks.
    package func giveUp() { WholeFile.remove(files.erasing) }

    /// What there is to remove, and what would stay. Blocks; the service may run meanwhile.
    package func look() -> ErasureReport { ErasureCounts(files).report }

    /// Removes it. Blocks.
    ///
    /// - Returns: What was removed, and what stays.
    /// - Throws: `storage`. Where a database is of a newer program, is damaged or cannot be written nothing is removed.
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

/// What an erasure removes, and what it leaves.
package struct ErasureReport: Sendable, Equatable {
    /// So much of one kind.
    package struct Line: Sendable, Equatable {
        /// A word for programs.
        package var what: String
        package var count: Int

        package init(_ what: String, _ count: Int) {
            (self.what, self.count) = (what, count)
        }
    }

    package var removed: [Line]
    package var kept: [Line]
}
