// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueClient
internal import OnCueCore

/// Checks of the databases that do not need the daemon, which is the only program that reads them.
enum DatabaseFileChecks {
    /// The state of a file.
    enum State: Sendable, Equatable {
        case absent
        case refused(String)
        /// Its disk is mounted read-only.
        case readOnly
        /// The file does not begin like a database.
        case foreign
        case there
    }

    private static let mark = Array("SQLite format 3\0".utf8)

    static func files(_ directories: UserDirectories) -> [(name: String, path: String)] {
        ["catalog", "listening", "suggestions", "activities", "notifications", "podcasts"].map {
            ($0, "\(directories.data)/\($0).sqlite")
        }
            + [("session", directories.state + "/state.sqlite")]
    }

    static func check(_ name: String, _ path: String, _ state: State) -> HealthCheck {
        let name = "databases." + name
        return switch state {
        case .absent: HealthCheck(name, .ok, "\(path) does not exist yet; it is created when needed")
        case .there: HealthCheck(name, .ok, "\(path) can be opened; a running daemon checks more")
        case .foreign:
            HealthCheck(
                name, .failed, "\(path) is damaged, or is not a database",
                advice: "oncued moves it aside when it starts, and recovers what can be read")
        case .readOnly:
            HealthCheck(
                name, .warning, "\(path) cannot be written: its disk is mounted read-only",
                advice: "find out why: findmnt --target \(ShellWord.quoted(path))")
        case .refused(let reason):
            HealthCheck(
                name, .failed, "\(path) cannot be written: \(reason)",
                advice: "sudo chown \"$(id -un)\" \(ShellWord.quoted(path)) && chmod u+rw \(ShellWord.quoted(path))")
        }
    }

    /// Returns the state of a file. Blocks.
    static func state(of path: String) -> State {
        var info = stat()
        guard stat(path, &info) == 0 else {
            return errno == ENOENT ? .absent : .refused(String(cString: strerror(errno)))
        }
        guard info.st_mode & S_IFMT == S_IFREG else { return .foreign }
        guard access(path, R_OK | W_OK) == 0 else {
            return errno == EROFS ? .readOnly : .refused(String(cString: strerror(errno)))
        }
        // A newly created database is empty.
        return info.st_size == 0 || FileQuestions.read(path, from: 0, limit: mark.count) == mark ? .there : .foreign
    }
}
