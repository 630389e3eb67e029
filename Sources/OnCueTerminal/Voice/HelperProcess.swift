// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueClient
internal import OnCueRuntime

/// A program beside `oncue` that is started for one thing, with its input and its output.
struct HelperProcess: ~Copyable {
    /// What it writes.
    let output: Int32
    private let input: Int32
    private let process: pid_t

    /// The path of a program that is installed with `oncue`; `nil` where it is not.
    static func installed(_ name: String) -> String? {
        guard let folder = ClientEnvironment.programFolder() else { return nil }
        let places = [folder + "/" + name, folder + "/../libexec/" + name]
        return places.first { access($0, X_OK) == 0 }
    }

    /// - Parameters:
    ///   - isRead: Whether its output is read; otherwise it is lost, and what the program starts may outlive this one and
    ///     its terminal.
    ///   - showsErrors: Its errors are shown; otherwise they are lost.
    init?(_ program: String, _ words: [String] = [], isRead: Bool = true, showsErrors: Bool = false) {
        var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard pipe(&input) == 0 else { return nil }
        guard pipe(&output) == 0 else {
            for end in input { close(end) }
            return nil
        }
        for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input[0], 0)
        if isRead {
            posix_spawn_file_actions_adddup2(&actions, output[1], 1)
        } else {
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        }
        if !showsErrors { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
        var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + words).map { (word: String) in strdup(word) }
        defer { for text in arguments { free(text) } }
        arguments.append(nil)
        var process: pid_t = 0
        let failure = SpawnAttributes.with(isDetached: !isRead) {
            posix_spawnp(&process, program, &actions, $0, arguments, environ)
        }
        close(input[0])
        close(output[1])
        guard failure == 0 else {
            close(input[1])
            close(output[0])
            return nil
        }
        (self.input, self.output, self.process) = (input[1], output[0], process)
    }

    /// Writes to its input.
    ///
    /// - Returns: Whether it took all of it, before the deadline. What it does not read, it does not need.
    @discardableResult
    func feed(_ bytes: [UInt8], before deadline: ContinuousClock.Instant = .now + .seconds(60)) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard Descriptor.wait(input, POLLOUT, before: deadline) else { return false }
            // As much as a pipe takes at once when it takes anything.
            let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, min($0.count, 4_096)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads its output to the end.
    ///
    /// - Returns: `nil` after the time, or at more than `largest` bytes.
    func readAll(within patience: Duration, largest: Int) -> [UInt8]? {
        let deadline = ContinuousClock.now + patience
        var bytes: [UInt8] = []
        while bytes.count <= largest {
            guard let part = Descriptor.read(output, before: deadline) else { return nil }
            if part.isEmpty { return bytes }
            bytes += part
        }
        return nil
    }

    /// Waits for its end, at most a second.
    private func hasEnded(_ status: inout Int32) -> Bool {
        for _ in 0..<100 {
            if waitpid(process, &status, WNOHANG) != 0 { return true }
            usleep(10_000)
        }
        return false
    }

    /// Ends it, unless it has ended, and gives its exit status; `nil` if a signal ended it.
    consuming func end() -> Int32? {
        close(input)
        close(output)
        var status: Int32 = 0
        // It has no input and no reader any more.
        var isOver = hasEnded(&status)
        if !isOver { kill(process, SIGTERM) }
        if !isOver { isOver = hasEnded(&status) }
        if !isOver {
            kill(process, SIGKILL)
            while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
    }
}

/// Reading and writing with a time limit.
enum Descriptor {
    /// The next bytes; none at the end; `nil` after the deadline, or when it cannot be read.
    static func read(_ descriptor: Int32, before deadline: ContinuousClock.Instant) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while wait(descriptor, POLLIN, before: deadline) {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            return count < 0 ? nil : Array(buffer[..<count])
        }
        return nil
    }

    /// Writes all bytes to a socket.
    ///
    /// - Returns: Whether it could, before the deadline.
    static func send(_ descriptor: Int32, _ bytes: [UInt8], before deadline: ContinuousClock.Instant) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard wait(descriptor, POLLOUT, before: deadline) else { return false }
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Waits until something can be done.
    static func wait(_ descriptor: Int32, _ events: Int32, before deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0 else { return false }
            var poller = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let ready = poll(&poller, 1, Int32(min(left + 1, 600_000)))
            if ready > 0 { return true }
            guard ready == 0 || errno == EINTR else { return false }
        }
    }
}
