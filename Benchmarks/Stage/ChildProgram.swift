// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A program with its words and variables, ready to be started any number of times.
///
/// Everything is laid out beforehand, so that starting it costs what a shell would pay.
final class ChildProgram {
    /// Where standard output goes.
    enum Destination {
        case nowhere
        case descriptor(Int32)
        /// A file that is appended to.
        case file(String)
    }

    private typealias Text = UnsafeMutablePointer<CChar>?

    let name: String
    private let sandbox: Sandbox
    private var words: [Text]
    private var variables: [Text]
    private var actions = posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()

    /// - Parameters:
    ///   - words: The path of the program and its arguments.
    ///   - variables: Set beside those of this process.
    ///   - input: Where standard input comes from; `nil` for nowhere.
    init(
        _ words: [String], variables: [String: String] = [:], input: Int32? = nil, output: Destination = .nowhere,
        error: Destination = .nowhere, in sandbox: Sandbox
    ) {
        name = words.first ?? ""
        self.sandbox = sandbox
        self.words = words.map { strdup($0) } + [nil]
        self.variables = Self.environment(with: variables).map { strdup($0) } + [nil]
        posix_spawn_file_actions_init(&actions)
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        add(output, as: 1)
        add(error, as: 2)
        useOrdinarySignals()
    }

    deinit {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
        for text in words + variables { free(text) }
    }

    /// Starts the program.
    func start() throws(BenchError) -> pid_t {
        try sandbox.processes.start { () throws(BenchError) in
            var process: pid_t = 0
            let failure = posix_spawn(&process, name, &actions, &attributes, &words, &variables)
            guard failure == 0 else { throw .system("start \(name)", failure) }
            return process
        }
    }

    /// Starts the program and waits for its end.
    ///
    /// - Returns: The time between.
    /// - Throws: When it does not end with status 0.
    @discardableResult
    func run() throws(BenchError) -> Duration {
        let begin = ContinuousClock.now
        let process = try start()
        let status = sandbox.processes.wait(for: process)
        let time = begin.duration(to: .now)
        guard status == 0 else { throw BenchError("\(name) ended with status \(status)") }
        return time
    }

    /// Threads of Dispatch block most signals, and a program that inherits that cannot be ended.
    private func useOrdinarySignals() {
        posix_spawnattr_init(&attributes)
        // POSIX_SPAWN_SETSIGDEF and POSIX_SPAWN_SETSIGMASK.
        posix_spawnattr_setflags(&attributes, 0x04 | 0x08)
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
    }

    private func add(_ destination: Destination, as descriptor: Int32) {
        switch destination {
        case .nowhere: posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        case .descriptor(let other): posix_spawn_file_actions_adddup2(&actions, other, descriptor)
        case .file(let path):
            posix_spawn_file_actions_addopen(&actions, descriptor, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        }
    }

    private static func environment(with variables: [String: String]) -> [String] {
        var all: [String: String] = [:]
        let own = (try? Files.bytes("/proc/self/environ")) ?? []
        for variable in own.split(separator: 0) {
            let name = String(decoding: variable.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
            // Taken anew, because the file shows what the process began with.
            if let value = getenv(name) { all[name] = String(cString: value) }
        }
        all.merge(variables) { $1 }
        return all.map { $0 + "=" + $1 }
    }
}
