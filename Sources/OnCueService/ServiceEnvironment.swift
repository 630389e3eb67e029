// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import OnCueRuntime

/// The environment of the process.
struct ServiceEnvironment {
    let directories: UserDirectories
    let busLocation: BusLocation

    static var current: ServiceEnvironment {
        let variables = ProcessEnvironment.variables(UserDirectories.variableNames)
        let directories = UserDirectories(
            environment: variables, userID: ProcessEnvironment.userID, homeFallback: ProcessEnvironment.homeDirectory)
        return ServiceEnvironment(
            directories: directories,
            busLocation: BusLocation(
                environment: variables, runtimeDirectory: directories.runtime, isSocket: PrivateDirectory.isSocket))
    }

    /// Returns a folder named on the command line, as an absolute path.
    func folder(_ name: String) -> MediaLocation {
        guard let resolved = realpath(name, nil) else { return MediaLocation(filePath: Array(name.utf8)) }
        defer { free(resolved) }
        return MediaLocation(
            filePath: UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map { UInt8(bitPattern: $0) })
    }
}
