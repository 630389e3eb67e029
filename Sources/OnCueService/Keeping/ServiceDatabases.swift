// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCatalog
internal import OnCueCore
internal import OnCuePodcasts
internal import OnCueRuntime
internal import OnCueState
internal import PairedMachines

/// The databases of all parts of the service.
enum ServiceDatabases {
    static func all(_ directories: UserDirectories) -> [DatabaseChecks.File] {
        DatabaseChecks.files(data: directories.data, state: directories.state) + [
            DatabaseChecks.File(
                "podcasts", directories.data + "/podcasts.sqlite", version: PodcastStore.schemaVersion)
        ]
    }

    /// Returns the folders in which they are opened.
    static func folders(
        _ directories: UserDirectories, log: @escaping @Sendable (String) -> Void
    ) async -> (data: DatabaseFolder, state: DatabaseFolder) {
        let files = all(directories).map(\.path)
        return await BlockingExecutor(label: "oncue.databases").run {
            let places = [directories.data, directories.state].enumerated().map { number, folder in
                let own = files.filter { $0.hasPrefix(folder + "/") }.map {
                    String($0.dropFirst(folder.utf8.count + 1))
                }
                return DatabaseFolder.choose(
                    folder, databases: own, spare: "\(directories.runtime)/read-only-\(number)", log: log)
            }
            return (places[0], places[1])
        }
    }

    static func backupList(_ directories: UserDirectories) -> BackupList {
        BackupList(
            KeptFiles(directories), databases: all(directories),
            keys: [MachineBook.keyPath(state: directories.state), MachineBook.path(state: directories.state)])
    }
}
