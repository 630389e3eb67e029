// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCatalog
package import OnCueCore
package import SQLite

/// Health checks of the service's database files.
package enum DatabaseChecks {
    /// A database of the service.
    package struct File: Sendable {
        /// The name, such as `catalog` or `listening`.
        package var name: String
        package var path: String
        /// Whether the content can be rebuilt from the files of the library.
        package var isMadeAnew: Bool
        /// The newest version of its schema that this program knows.
        package var version: Int

        package init(_ name: String, _ path: String, isMadeAnew: Bool = false, version: Int) {
            (self.name, self.path, self.isMadeAnew, self.version) = (name, path, isMadeAnew, version)
        }
    }

    /// Returns the databases that this target keeps.
    package static func files(data: String, state: String) -> [File] {
        [
            File("catalog", data + "/catalog.sqlite", isMadeAnew: true, version: CatalogSchema.migrator.newest),
            File("listening", data + "/listening.sqlite", version: ListeningSchema.migrator.newest),
            File("suggestions", data + "/suggestions.sqlite", version: SuggestionSchema.migrator.newest),
            File("activities", data + "/activities.sqlite", version: ActivitySchema.migrator.newest),
            File("notifications", data + "/notifications.sqlite", version: NotificationSchema.migrator.newest),
            File("session", state + "/state.sqlite", version: SessionSchema.migrator.newest),
        ]
    }

    /// The state of a file.
    package enum State: Sendable, Equatable {
        /// The file has not been created yet.
        case absent
        case sound
        /// No fault was found within the time limit.
        case large(Duration)
        case damaged(String)
        case newer(NewerSchema)
        /// The file could not be examined, so its state is unknown.
        case refused(String)
        /// The disk of the file is mounted read-only.
        case readOnly
    }

    /// - Parameter aside: Damaged files that were moved out of the way.
    package static func check(_ file: File, _ state: State, aside: [String] = []) -> HealthCheck {
        let name = "databases." + file.name
        switch state {
        case .damaged(let reason):
            return HealthCheck(name, .failed, "\(file.path) is damaged: \(reason)", advice: repair(file))
        case .newer(let newer):
            return HealthCheck(name, .failed, newer.fact, advice: newer.advice)
        case .refused(let reason):
            return HealthCheck(
                name, .failed, "\(file.path) cannot be read: \(reason)",
                advice: "check its permissions and the disk: ls -l \(ShellWord.quoted(file.path))")
        case .readOnly:
            return HealthCheck(
                name, .warning, "\(file.path) cannot be written: its disk is mounted read-only",
                advice: "find out why: findmnt --target \(ShellWord.quoted(file.path))")
        case .absent, .sound, .large:
            if let last = aside.last { return replaced(name, last, file) }
            return HealthCheck(name, .ok, sentence(state, file))
        }
    }

    private static func sentence(_ state: State, _ file: File) -> String {
        switch state {
        case .absent: "\(file.path) does not exist yet; it is created when needed"
        case .large(let limit): "\(file.path): no errors in what could be checked within \(limit.components.seconds) s"
        default: file.path
        }
    }

    /// Returns advice that removes nothing that cannot be rebuilt.
    private static func repair(_ file: File) -> String {
        let path = ShellWord.quoted(file.path)
        guard !file.isMadeAnew else {
            return "oncue quit && rm -f \(path) \(path)-wal \(path)-shm; the next command scans your music again"
        }
        return
            "restore a backup from before: oncue restore FILE; without one, keep going: when the daemon reaches the "
            + "damage, it moves the file aside and recovers the rest"
    }

    private static func replaced(_ name: String, _ aside: String, _ file: File) -> HealthCheck {
        HealthCheck(
            name, .warning, "it was damaged and was recreated; the damaged file is \(aside)",
            advice: file.isMadeAnew
                ? "delete that file once all your music is back"
                : "what could be read of it was recovered; delete it once you miss nothing")
    }
}
