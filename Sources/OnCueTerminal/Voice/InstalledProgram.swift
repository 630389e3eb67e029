// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueClient

/// Programs that are installed with `oncue`.
enum InstalledProgram {
    /// Returns the path of a program; `nil` if it is not installed.
    static func path(_ name: String) -> String? {
        guard let folder = ClientEnvironment.programFolder() else { return nil }
        let places = [folder + "/" + name, folder + "/../libexec/" + name]
        return places.first { access($0, X_OK) == 0 }
    }
}
