// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import Glibc
internal import OnCueCatalog
internal import OnCueCore
internal import OnCueRuntime

/// What `oncue` has `oncued` do to the files of the service, in a process of its own beside the daemon: it writes one line
/// of JSON, or says on standard error what was wrong.
enum KeepingProgram {
    /// Stands before the words of a deed.
    static let argument = "--keeping"

    /// - Parameter words: The deed and what it needs.
    /// - Returns: The exit status.
    static func run(_ words: ArraySlice<String>) -> Int32 {
        // A reader that goes away must not break off what has begun.
        signal(SIGPIPE, SIG_IGN)
        do throws(ServiceError) {
            print(try perform(words).text() + "\n", to: 1)
            return 0
        } catch {
            print(error.message + "\n", to: 2)
            return 1
        }
    }

    private static func perform(_ words: ArraySlice<String>) throws(ServiceError) -> JSONValue {
        let files = KeptFiles(ServiceEnvironment.current.directories)
        switch (words.first, words.dropFirst().first) {
        case ("erase", "--dry-run"): return erased(Erasure(files).look(), isDry: true)
        case ("erase", nil):
            let alone = try KeptFolder.takeAlone(files.directories)
            defer { withExtendedLifetime(alone) {} }
            return erased(try translated { () throws(ContentError) in try Erasure(files).perform() }, isDry: false)
        default: throw ServiceError(.storage, "oncue and oncued are of different versions; install them again")
        }
    }

    private static func erased(_ report: ErasureReport, isDry: Bool) -> JSONValue {
        func list(_ lines: [ErasureReport.Line]) -> JSONValue {
            .array(lines.map { ["what": .string($0.what), "count": .int($0.count)] })
        }
        return ["dryRun": .bool(isDry), "removed": list(report.removed), "kept": list(report.kept)]
    }

    private static func translated<T>(_ body: () throws(ContentError) -> T) throws(ServiceError) -> T {
        do throws(ContentError) { return try body() } catch { throw ServiceError(.storage, error.message) }
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
