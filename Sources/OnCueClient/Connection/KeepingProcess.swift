// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection {
    package func keep(_ deed: KeepingDeed) async throws(ClientError) -> String {
        let process = KeepingProcess(environment: link.environment)
        let notice = LongWait(deed.subject, limit: nil).begin()
        defer { notice?.cancel() }
        return try await BlockingExecutor(label: "oncue.keeping").runThrowing { () throws(ClientError) in
            try process.run(deed.words)
        }
    }
}

/// A run of the daemon's program that performs an operation on the files and ends.
struct KeepingProcess: Sendable {
    /// The argument before those of an operation.
    private static let argument = "--keeping"

    let environment: ClientEnvironment

    /// Returns the output of the program. Blocks until it has ended.
    func run(_ words: [String]) throws(ClientError) -> String {
        let program = try DaemonLauncher(environment: environment).program()
        guard let output = Pipe(), let errors = Pipe() else {
            throw ClientError(.unavailable, "cannot start \(program): \(String(cString: strerror(errno)))")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.input, 1)
        posix_spawn_file_actions_adddup2(&actions, errors.input, 2)
        var arguments = ([program, Self.argument] + words).map { strdup($0) }
        defer { for text in arguments { free(text) } }
        arguments.append(nil)
        var process: pid_t = 0
        let failure = SpawnAttributes.with(isDetached: false) {
            posix_spawn(&process, program, &actions, $0, arguments, environ)
        }
        output.closeInput()
        errors.closeInput()
        guard failure == 0 else {
            throw ClientError(.unavailable, "cannot start \(program): \(String(cString: strerror(failure)))")
        }
        // Its output is short: neither pipe can be full while the other is read.
        let (written, said) = (output.readAll(), errors.readAll())
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        guard status == 0 else {
            let sentence = said.split(separator: "\n").last.map(String.init)
            throw ClientError(
                .failed, sentence ?? "\(program) quit before it was done; it will continue at its next start")
        }
        return written
    }

    /// The two ends of a pipe, closed with this object.
    private final class Pipe {
        let input: Int32
        private let output: Int32
        private var isOpen = true

        init?() {
            guard let ends = PipeEnds() else { return nil }
            (output, input) = (ends.output, ends.input)
        }

        deinit {
            closeInput()
            close(output)
        }

        func closeInput() {
            if isOpen { close(input) }
            isOpen = false
        }

        func readAll() -> String {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(output, &buffer, buffer.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
                bytes += buffer[..<count]
            }
        }
    }
}
