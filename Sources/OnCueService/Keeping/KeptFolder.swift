// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueState

/// The data folder: daemons share it, and operations that change files behind them have exclusive access.
enum KeptFolder {
    /// The time that a daemon waits for erasing to end.
    private static let daemonPatience = Duration.seconds(60)
    /// The time to wait for a daemon that was asked to end.
    private static let alonePatience = Duration.seconds(10)

    /// Acquires shared access for a daemon, after completing interrupted operations. Blocks.
    ///
    /// - Throws: ``DaemonError`` with `directory` or `storage`.
    static func share(_ directories: UserDirectories, log: Logger) throws(DaemonError) -> FolderLock {
        try prepare(directories)
        for _ in 0..<3 {
            if isSomethingBrokenOff(directories) { try goOnAlone(directories, log: log) }
            guard let lock = FolderLock(directories.data, isAlone: false, patience: daemonPatience) else {
                throw DaemonError(.storage, "another oncue changes the files in \(directories.data); try again later")
            }
            // A process that had access while this waited may have been killed.
            if !isSomethingBrokenOff(directories) { return lock }
        }
        throw DaemonError(
            .storage, "changes to the files in \(directories.data) keep being interrupted; try again later")
    }

    /// Creates the folders, and removes the permissions of other users from their contents.
    private static func prepare(_ directories: UserDirectories) throws(DaemonError) {
        for folder in [directories.configuration, directories.data, directories.data + "/playlists", directories.state]
        {
            PrivateDirectory.tighten(folder)
        }
        try PrivateDirectory.prepare(directories.data)
        try PrivateDirectory.prepare(directories.state)
    }

    private static func goOnAlone(_ directories: UserDirectories, log: Logger) throws(DaemonError) {
        let alone = try takeAlone(directories)
        defer { withExtendedLifetime(alone) {} }
        log.info("completing an interrupted change of the files")
        do throws(ContentError) {
            try restoration(directories).finish()
        } catch {
            throw DaemonError(.storage, error.message)
        }
        let erasure = Erasure(KeptFiles(directories))
        guard erasure.isBrokenOff else { return }
        do throws(ContentError) {
            _ = try erasure.perform()
        } catch {
            // Music must not wait for that.
            log.error("an interrupted erasure could not be completed; erase again", ["error": error.message])
            erasure.giveUp()
        }
    }

    private static func isSomethingBrokenOff(_ directories: UserDirectories) -> Bool {
        restoration(directories).isBrokenOff || Erasure(KeptFiles(directories)).isBrokenOff
    }

    /// Completes interrupted operations; the caller must have exclusive access. Blocks.
    static func goOn(_ directories: UserDirectories) throws(ContentError) {
        try restoration(directories).finish()
        let erasure = Erasure(KeptFiles(directories))
        if erasure.isBrokenOff { _ = try erasure.perform() }
    }

    private static func restoration(_ directories: UserDirectories) -> Restoration {
        Restoration(ServiceDatabases.backupList(directories), program: ServiceVersion.current)
    }

    /// Acquires exclusive access. Blocks.
    ///
    /// - Throws: ``DaemonError`` with `directory`, or `storage` if a daemon uses the folder.
    static func takeAlone(_ directories: UserDirectories) throws(DaemonError) -> FolderLock {
        try prepare(directories)
        guard let lock = FolderLock(directories.data, isAlone: true, patience: alonePatience) else {
            throw DaemonError(
                .storage,
                "another oncued, perhaps on another bus, is using the files in \(directories.data); stop "
                    + "it and try again"
            )
        }
        return lock
    }
}
