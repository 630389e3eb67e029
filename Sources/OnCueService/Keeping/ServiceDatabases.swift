// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCatalog
internal import OnCueCore
internal import OnCuePodcasts

/// The databases of the service, of all who keep one.
enum ServiceDatabases {
    static func all(_ directories: UserDirectories) -> [DatabaseChecks.File] {
        DatabaseChecks.files(data: directories.data, state: directories.state) + [
            DatabaseChecks.File(
                "podcasts", directories.data + "/podcasts.sqlite", version: PodcastStore.schemaVersion)
        ]
    }

    static func backupList(_ directories: UserDirectories) -> BackupList {
        BackupList(KeptFiles(directories), databases: all(directories))
    }
}
