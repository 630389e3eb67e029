// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import Glibc
internal import JSON
internal import OnCueCore
internal import OnCueDesktop
internal import OnCueRuntime
internal import OnCueState

/// Operations on the files of the service that `oncue` runs through `oncued`, in a process separate from the daemon: it
/// writes one line of JSON, or an error message on standard error.
enum KeepingProgram {
    /// The argument before the words of an operation.
    static let argument = "--keeping"

    /// - Parameter words: The operation and its arguments.
    /// - Returns: The exit status.
    static func run(_ words: ArraySlice<String>) async -> Int32 {
        // A reader that goes away must not interrupt the operation.
        signal(SIGPIPE, SIG_IGN)
        do throws(DaemonError) {
            print(try await perform(words).text() + "\n", to: 1)
            return 0
        } catch {
            print(error.message + "\n", to: 2)
            return 1
        }
    }

    private static func perform(_ words: ArraySlice<String>) async throws(DaemonError) -> JSONValue {
        let directories = ServiceEnvironment.current.directories
        let erasure = Erasure(KeptFiles(directories))
        let restoration = Restoration(ServiceDatabases.backupList(directories), program: ServiceVersion.current)
        switch Array(words) {
        case ["erase", "--dry-run"]: return erased(erasure.look(), isDry: true)
        case ["erase"]:
            let lock = try KeptFolder.takeAlone(directories)
            defer { withExtendedLifetime(lock) {} }
            return try await erase(erasure, directories)
        case let words where words.first == "backup" && words.count > 1:
            let writer = BackupWriter(ServiceDatabases.backupList(directories), program: ServiceVersion.current)
            let lock = try KeptFolder.share(directories, log: Logger("backup"))
            defer { withExtendedLifetime(lock) {} }
            return try translated { () throws(ContentError) in
                .object(
                    backup(
                        try writer.write(
                            to: words[1], replaces: words.contains("--replace"), withKeys: words.contains("--keys"))))
            }
        case let words where words.first == "restore" && words.last == "--dry-run" && words.count == 3:
            return try translated { () throws(ContentError) in
                .object([.init("dryRun", true)] + backup(try restoration.look(at: words[1])) + [.init("kept", nil)])
            }
        case let words where words.first == "restore" && (words.count == 2 || words.count == 3 && words[2] == "--keys"):
            return try alone(directories) { () throws(ContentError) in
                let (report, kept) = try restoration.perform(words[1], withKeys: words.count == 3)
                return .object([.init("dryRun", false)] + backup(report) + [.init("kept", .string(kept))])
            }
        default: throw DaemonError(.storage, "oncue and oncued have different versions; reinstall them")
        }
    }

    /// Erases with exclusive access. Recent files that cannot be written are reported once everything else is erased.
    private static func erase(
        _ erasure: Erasure, _ directories: UserDirectories
    ) async throws(DaemonError) -> JSONValue {
        let files = RecentKeeper.Files(directories)
        let address = ServiceEnvironment.current.busLocation.address
        do throws(ContentError) {
            try KeptFolder.goOn(directories)
            var problem: ContentError?
            do throws(ContentError) {
                try await RecentKeeper.takeBack(files, bus: try? await MessageBus.connect(to: address))
            } catch { problem = error }
            let report = try erasure.perform()
            if let problem {
                throw ContentError(
                    .storage, problem.message + "; it may show what you played, but everything else was erased")
            }
            return erased(report, isDry: false)
        } catch { throw DaemonError(.storage, error.message) }
    }

    /// Runs `body` with exclusive access to the files, after completing interrupted operations.
    private static func alone(
        _ directories: UserDirectories, _ body: () throws(ContentError) -> JSONValue
    ) throws(DaemonError) -> JSONValue {
        let lock = try KeptFolder.takeAlone(directories)
        defer { withExtendedLifetime(lock) {} }
        return try translated { () throws(ContentError) in
            try KeptFolder.goOn(directories)
            return try body()
        }
    }

    private static func backup(_ report: BackupReport) -> [JSONValue.Member] {
        [
            .init("file", .string(report.file)), .init("size", .int(report.size)),
            .init("made", .int(Int(report.made))),
            .init("holds", list(report.holds)), .init("folders", .array(report.folders.map { .string($0) })),
        ]
    }

    private static func list(_ lines: [ErasureReport.Line]) -> JSONValue {
        .array(lines.map { ["what": .string($0.what), "count": .int($0.count)] })
    }

    private static func erased(_ report: ErasureReport, isDry: Bool) -> JSONValue {
        ["dryRun": .bool(isDry), "removed": list(report.removed), "kept": list(report.kept)]
    }

    private static func translated<T>(_ body: () throws(ContentError) -> T) throws(DaemonError) -> T {
        do throws(ContentError) { return try body() } catch { throw DaemonError(.storage, error.message) }
    }

    private static func print(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
