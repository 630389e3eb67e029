// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

extension PrivateDirectory {
    /// Creates a directory with its parents, and ensures that no other user can write into it.
    ///
    /// - Throws: ``DaemonError`` with `directory`.
    static func prepare(_ path: String) throws(DaemonError) {
        guard make(path) else {
            throw DaemonError(
                .directory, "cannot create the folder \(path); check the permissions of the folder above it")
        }
        guard isSafe(path) else {
            throw DaemonError(
                .directory,
                "\(path) is not a folder that only you can access; remove it, or choose another with the "
                    + "XDG_… variables"
            )
        }
    }
}
