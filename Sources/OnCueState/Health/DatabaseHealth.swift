// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import FileAccess
package import OnCueCore
package import OnCueRuntime
internal import OnCueSession
internal import SQLite

/// Checks whether one of the service's databases is sound. Reads it with a connection of its own, on a thread that may
/// block.
@MediaActor
package struct DatabaseHealth: HealthProbing {
    /// The time limit, which is shorter than that of a whole part.
    private static let limit = Duration.seconds(4)

    private let file: DatabaseChecks.File
    private let executor: BlockingExecutor

    package init(_ file: DatabaseChecks.File) {
        self.file = file
        executor = BlockingExecutor(label: "oncue.health.\(file.name)", qos: .utility)
    }

    package var name: String { "databases." + file.name }

    package func checks() async -> [HealthCheck] {
        let (file, limit) = (file, Self.limit)
        return await executor.run {
            let path = Array(file.path.utf8)
            return [
                DatabaseChecks.check(
                    file, Self.state(of: file, within: limit), aside: FileSystem.databasesAside(path))
            ]
        }
    }

    private nonisolated static func state(
        of file: DatabaseChecks.File, within limit: Duration
    ) -> DatabaseChecks.State {
        let path = Array(file.path.utf8)
        guard !FileSystem.isAbsent(path) else { return .absent }
        guard !FileSystem.isOnReadOnlyDisk(path) else { return .readOnly }
        if let reason = DatabaseFile.loss(at: path) { return isBeingMade(path) ? .absent : .damaged(reason) }
        do throws(SQLiteError) {
            let connection = try Connection(path: path, mode: .readOnly, busyTimeoutMilliseconds: 1000)
            let version = try connection.schemaVersion()
            guard version <= file.version else {
                return .newer(
                    NewerSchema(
                        path: file.path, found: version, known: file.version, isPrecious: !file.isMadeAnew))
            }
            let interruption = connection.interruption
            let alarm = Task { @MediaActor in
                guard (try? await MediaActor.sleep(for: limit)) != nil else { return }
                interruption.request()
            }
            defer { alarm.cancel() }
            let found = try connection.prepare("PRAGMA quick_check(1)").first { $0.text(0) } ?? "no reason was given"
            return found == "ok" ? .sound : .damaged(oneLine(found))
        } catch {
            if error.code == .interrupted { return .large(limit) }
            return error.isDamage ? .damaged(error.message) : .refused(error.message)
        }
    }

    /// Returns whether a file has only just been created, so that its first page is still to come.
    private nonisolated static func isBeingMade(_ path: [UInt8]) -> Bool {
        guard let status = FileSystem.status(path).0, status.isFile else { return false }
        return FileSystem.secondsSince1970() - status.fingerprint.modified / 1_000_000_000 < 5
    }

    /// Returns a text on one line: SQLite begins with a heading and continues below it.
    private nonisolated static func oneLine(_ text: String) -> String {
        text.split(separator: "\n").joined(separator: " ").shortened(toBytes: 200)
    }
}
