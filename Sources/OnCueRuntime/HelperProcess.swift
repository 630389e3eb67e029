// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A program that is started for one task, with its input and its output. Its calls block, up to their deadlines.
package struct HelperProcess: ~Copyable {
    /// The destination of a program's errors.
    package enum Errors: Sendable {
        case lost
        /// The standard error of this program.
        case shown
        /// Into its output.
        case read
    }

    /// The descriptor of its output.
    package let output: Int32
    private let input: Int32
    private let process: pid_t

    /// - Parameters:
    ///   - isRead: Whether its output is read; otherwise it is discarded, and processes that the program starts may
    ///     outlive this one and its terminal.
    ///   - errors: The destination of its errors.
    package init?(_ program: String, _ words: [String] = [], isRead: Bool = true, errors: Errors = .lost) {
        guard let input = PipeEnds() else { return nil }
        guard let output = PipeEnds() else {
            close(input.input)
            close(input.output)
            return nil
        }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input.output, 0)
        if isRead {
            unsafe posix_spawn_file_actions_adddup2(&actions, output.input, 1)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        }
        switch errors {
        case .shown: break
        case .lost: unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        case .read: unsafe posix_spawn_file_actions_adddup2(&actions, output.input, 2)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + words).map { (word: String) in
            unsafe strdup(word)
        }
        defer {
            for index in unsafe arguments.indices { unsafe free(arguments[index]) }
        }
        unsafe arguments.append(nil)
        var process: pid_t = 0
        let failure = unsafe SpawnAttributes.with(isDetached: !isRead) {
            unsafe posix_spawnp(&process, program, &actions, $0, arguments, environ)
        }
        close(input.output)
        close(output.input)
        guard failure == 0 else {
            close(input.input)
            close(output.output)
            return nil
        }
        (self.input, self.output, self.process) = (input.input, output.output, process)
    }

    /// Writes to its input.
    ///
    /// - Returns: Whether it took all of it, before the deadline. A program may end without reading all of it.
    @discardableResult
    package func feed(_ bytes: [UInt8], before deadline: ContinuousClock.Instant = .now + .seconds(60)) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard Descriptor.wait(input, POLLOUT, before: deadline) else { return false }
            // The number of bytes that a pipe accepts at once if it is writable.
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(input, $0.baseAddress, min($0.count, 4_096)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads its output to the end.
    ///
    /// - Parameter stop: Reading ends when it is set.
    /// - Returns: `nil` after the time limit, at more than `largest` bytes, or when it was stopped.
    package func readAll(within patience: Duration, largest: Int, unless stop: StopSign? = nil) -> [UInt8]? {
        let deadline = ContinuousClock.now + patience
        var bytes: [UInt8] = []
        while bytes.count <= largest {
            guard let part = Descriptor.read(output, before: deadline, unless: stop) else { return nil }
            if part.isEmpty { return bytes }
            bytes += part
        }
        return nil
    }

    /// Waits for its end, at most a second.
    private func hasEnded(_ status: inout Int32) -> Bool {
        for _ in 0..<100 {
            if unsafe waitpid(process, &status, WNOHANG) != 0 { return true }
            usleep(10_000)
        }
        return false
    }

    /// Ends it, unless it has ended, and returns its exit status; `nil` if a signal ended it.
    package consuming func end() -> Int32? {
        close(input)
        close(output)
        var status: Int32 = 0
        // Its input and the reader of its output are gone.
        var isOver = hasEnded(&status)
        if !isOver { kill(process, SIGTERM) }
        if !isOver { isOver = hasEnded(&status) }
        if !isOver {
            kill(process, SIGKILL)
            while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
        }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
    }
}

/// Lets calls that wait on other threads return.
package final class StopSign: Sendable {
    /// Becomes readable once it is set.
    fileprivate let output: Int32
    private let input: Int32

    /// `nil` if no more files can be opened.
    package init?() {
        guard let ends = PipeEnds() else { return nil }
        (output, input) = (ends.output, ends.input)
    }

    deinit {
        close(input)
        close(output)
    }

    /// Sets it permanently; may be called on any thread, and repeatedly.
    package func set() {
        var byte: UInt8 = 1
        _ = unsafe Glibc.write(input, &byte, 1)
    }
}

/// Reading and writing with a time limit.
package enum Descriptor {
    /// Returns the next bytes; none at the end; `nil` after the deadline, or if they cannot be read.
    ///
    /// - Parameter stop: When it is set, `nil` is returned at once.
    package static func read(
        _ descriptor: Int32, before deadline: ContinuousClock.Instant, unless stop: StopSign? = nil
    ) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while wait(descriptor, POLLIN, before: deadline, unless: stop) {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            return count < 0 ? nil : Array(buffer[..<count])
        }
        return nil
    }

    /// Writes all bytes to a socket.
    ///
    /// - Returns: Whether all were written before the deadline.
    package static func send(_ descriptor: Int32, _ bytes: [UInt8], before deadline: ContinuousClock.Instant) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard wait(descriptor, POLLOUT, before: deadline) else { return false }
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Waits until one of the events occurs.
    ///
    /// - Parameter stop: When it is set, `false` is returned at once.
    package static func wait(
        _ descriptor: Int32, _ events: Int32, before deadline: ContinuousClock.Instant, unless stop: StopSign? = nil
    ) -> Bool {
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0 else { return false }
            // A negative descriptor never has events.
            var pollers = [
                pollfd(fd: stop?.output ?? -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(events), revents: 0),
            ]
            let ready = unsafe poll(&pollers, 2, Int32(min(left + 1, 600_000)))
            if ready > 0 { return pollers[0].revents == 0 }
            guard ready == 0 || errno == EINTR else { return false }
        }
    }
}
