// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueRuntime

/// A program that runs beside the daemon: as units of the service manager where there is one, and otherwise as a process of
/// its own. Its functions block.
struct CompanionProgram: Sendable {
    /// The name of its file, which is installed beside `oncue`.
    let name: String
    /// The most bytes of an answer.
    let largestAnswer: Int
    /// How long it may take until it runs, or does not any longer.
    private static let limit: Duration = .seconds(10)
    private static let managerPatience: Duration = .seconds(15)

    init(_ name: String, largestAnswer: Int = 256 << 10) { (self.name, self.largestAnswer) = (name, largestAnswer) }

    /// Its path; `nil` where it is not installed.
    var path: String? { InstalledProgram.path(name) }

    var missing: CommandFailure { CommandFailure(.failed, "\(name) is not installed beside oncue") }

    // MARK: Its answers

    /// Runs it with some words to its end.
    ///
    /// - Returns: What it writes; `nil` if that takes too long, or is too much.
    func output(
        _ words: [String], input: String? = nil, within patience: Duration = .seconds(15)
    ) throws(CommandFailure) -> [UInt8]? {
        guard let path, let process = HelperProcess(path, words, errors: .shown) else { throw missing }
        if let input { process.feed(Array(input.utf8)) }
        let bytes = process.readAll(within: patience, largest: largestAnswer)
        _ = process.end()
        return bytes
    }

    // MARK: Running

    /// Starts it as a process that outlives this one.
    ///
    /// - Returns: Its first line, which is there when it runs, or says why it does not.
    func startApart(_ words: [String], errors: HelperProcess.Errors = .shown) throws(CommandFailure) -> String {
        guard let path, let process = HelperProcess(path, words, errors: errors) else { throw missing }
        var bytes: [UInt8] = []
        let deadline = ContinuousClock.now + Self.limit
        while !bytes.contains(UInt8(ascii: "\n")), let part = Descriptor.read(process.output, before: deadline),
            !part.isEmpty
        { bytes += part }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Looks until it runs, or does not any longer.
    ///
    /// - Parameters:
    ///   - failure: What is said when that takes too long.
    ///   - look: What is wanted; `nil` as long as it is not so.
    func wait<State>(
        _ failure: String, for look: () throws(CommandFailure) -> State?
    ) throws(CommandFailure) -> State {
        let deadline = ContinuousClock.now + Self.limit
        while true {
            if let state = try look() { return state }
            guard ContinuousClock.now < deadline else { throw CommandFailure(.failed, failure) }
            usleep(50_000)
        }
    }

    /// Asks a process to end, if it is one.
    static func end(_ process: Int?) {
        if let process, process > 1 { kill(pid_t(process), SIGTERM) }
    }

    /// Has the service manager do something with a unit.
    ///
    /// - Returns: Whether there is a manager that knows the unit, and has done it.
    static func manage(_ words: String...) -> Bool {
        guard let process = HelperProcess("systemctl", ["--user", "--no-ask-password"] + words) else { return false }
        _ = process.readAll(within: managerPatience, largest: 256 << 10)
        return process.end() == 0
    }
}
