// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON
internal import OnCueRuntime

/// A program that runs beside the daemon: as units of the service manager if there is one, and otherwise as a separate
/// process. Its functions block.
struct CompanionProgram: Sendable {
    /// The name of its file, which is installed in the same folder as `oncue`.
    let name: String
    /// The most bytes of an answer.
    let largestAnswer: Int
    /// The time limit for starting or stopping it.
    private static let limit: Duration = .seconds(10)
    private static let managerPatience: Duration = .seconds(15)

    init(_ name: String, largestAnswer: Int = 256 << 10) { (self.name, self.largestAnswer) = (name, largestAnswer) }

    /// The path of the program; `nil` if it is not installed.
    var path: String? { InstalledProgram.path(name) }

    var missing: CommandFailure { CommandFailure(.failed, "\(name) is not installed beside oncue") }

    // MARK: Its answers

    /// Runs it with some arguments to its end.
    ///
    /// - Returns: The output; `nil` if that takes too long, or is too large.
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
    /// - Returns: Its first line, which it writes when it is running, or which contains the reason why it is not; in the
    ///   latter case it has ended.
    func startApart(_ words: [String], errors: HelperProcess.Errors = .shown) throws(CommandFailure) -> String {
        guard let path, let process = HelperProcess(path, words, errors: errors) else { throw missing }
        var bytes: [UInt8] = []
        let deadline = ContinuousClock.now + Self.limit
        while !bytes.contains(UInt8(ascii: "\n")), let part = Descriptor.read(process.output, before: deadline),
            !part.isEmpty
        { bytes += part }
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        // It would appear to be running for as long as it keeps its lock.
        if (try? JSONValue(parsing: line))?["fault"] != nil { _ = process.end() }
        return line
    }

    /// Checks repeatedly until a wanted state is reached.
    ///
    /// - Parameters:
    ///   - failure: The message if that takes too long.
    ///   - look: Returns the wanted state; `nil` until it is reached.
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

    /// Asks a process to end, if the number is that of one.
    static func end(_ process: Int?) {
        if let process, process > 1 { kill(pid_t(process), SIGTERM) }
    }

    /// Makes the service manager perform an operation on a unit.
    ///
    /// - Returns: Whether there is a manager that has the unit and has performed the operation.
    static func manage(_ words: String...) -> Bool {
        guard let process = HelperProcess("systemctl", ["--user", "--no-ask-password"] + words) else { return false }
        _ = process.readAll(within: managerPatience, largest: 256 << 10)
        return process.end() == 0
    }
}
