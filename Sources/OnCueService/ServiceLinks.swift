// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import LinkedMedia
internal import OnCueCore
internal import PairedMachines

extension LinkedLibrary {
    /// Creates the library with its fetched files in the user's cache.
    convenience init(_ configuration: Configuration, _ directories: UserDirectories) {
        self.init(
            LinkedMachines(state: directories.state), folder: directories.cache + "/" + MachineBook.fetchedFolder,
            limit: configuration.fetchedSize, isOn: configuration.fetchesFiles)
    }
}
