// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The locations of this user's files (XDG Base Directory Specification); all paths are absolute.
package struct UserDirectories: Sendable, Equatable {
    package var configuration: String
    package var data: String
    /// Folders of shared data that packages install, the most important first.
    package var sharedData: [String]
    package var state: String
    package var cache: String
    /// The folder for sockets and locks; may not exist yet.
    package var runtime: String
    /// The socket at which programs reach the service without the message bus; `nil` if all have to use the bus.
    package var directSocket: String?
    /// The user's music folder, for use as a default.
    package var music: String

    /// The environment variables that determine the locations of files and of the bus.
    package static let variableNames = [
        "DBUS_SESSION_BUS_ADDRESS", "HOME", "ONCUE_BUS_ONLY", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_DIRS",
        "XDG_DATA_HOME", "XDG_MUSIC_DIR",
        "XDG_RUNTIME_DIR", "XDG_STATE_HOME",
    ]

    /// - Parameters:
    ///   - environment: The process environment. Relative values are ignored, as the specification requires.
    ///   - userID: The user ID, which names the runtime directory if the environment has none.
    ///   - homeFallback: The home directory from the password database.
    package init(environment: [String: String], userID: UInt32, homeFallback: String) {
        func absolute(_ name: String) -> String? {
            guard let value = environment[name], value.hasPrefix("/") else { return nil }
            return value
        }
        let home = absolute("HOME") ?? homeFallback
        configuration = (absolute("XDG_CONFIG_HOME") ?? home + "/.config") + "/oncue"
        data = (absolute("XDG_DATA_HOME") ?? home + "/.local/share") + "/oncue"
        let shared = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        sharedData = shared.split(separator: ":").filter { $0.hasPrefix("/") }.map { $0 + "/oncue" }
        state = (absolute("XDG_STATE_HOME") ?? home + "/.local/state") + "/oncue"
        cache = (absolute("XDG_CACHE_HOME") ?? home + "/.cache") + "/oncue"
        runtime = absolute("XDG_RUNTIME_DIR").map { $0 + "/oncue" } ?? "/tmp/oncue-\(userID)"
        directSocket = environment["ONCUE_BUS_ONLY"] == nil ? runtime + "/direct" : nil
        music = absolute("XDG_MUSIC_DIR") ?? home + "/Music"
    }
}
