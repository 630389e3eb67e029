// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueCore
internal import OnCueRuntime

/// The location of the service and the way to start it, from the environment of the process.
package struct ClientEnvironment: Sendable {
    package var directories: UserDirectories
    package var busLocation: BusLocation
    /// The program to start as the daemon instead of the `oncued` that is found; from `ONCUE_DAEMON`.
    package var daemonOverride: String?
    /// Folders in which `oncued` is looked for, the best first.
    package var daemonFolders: [String]

    package init(
        directories: UserDirectories, busLocation: BusLocation, daemonOverride: String? = nil,
        daemonFolders: [String] = []
    ) {
        self.directories = directories
        self.busLocation = busLocation
        self.daemonOverride = daemonOverride
        self.daemonFolders = daemonFolders
    }

    /// Returns the environment of this process.
    package static func current() -> ClientEnvironment {
        let values = ProcessEnvironment.variables(UserDirectories.variableNames)
        let directories = UserDirectories(
            environment: values, userID: ProcessEnvironment.userID, homeFallback: ProcessEnvironment.homeDirectory)
        return ClientEnvironment(
            directories: directories,
            busLocation: BusLocation(
                environment: values, runtimeDirectory: directories.runtime, isSocket: PrivateDirectory.isSocket),
            daemonOverride: ProcessEnvironment.variable("ONCUE_DAEMON"),
            daemonFolders: programFolder().map { [$0, $0 + "/../bin"] + searchPath() } ?? searchPath())
    }

    private static func searchPath() -> [String] {
        (ProcessEnvironment.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
    }

    /// Returns the folder of the running program, whatever name it was started by.
    package static func programFolder() -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { readlink("/proc/self/exe", $0, text.count) } ?? -1
            }
        }
        guard length > 0, let slash = buffer[..<length].lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return String(decoding: buffer[..<slash], as: UTF8.self)
    }
}
