// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueRuntime

/// Lets an operation revert its changes before Ctrl-C, or another signal, ends the program.
enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Runs the operation; a signal cancels its task, and ends the program in the default way once the operation has
    /// ended.
    static func cancelling<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        TerminalSignals.begin(signals)
        let task = Task { try await work() }
        let watch = Task {
            let number = await BlockingExecutor(label: "oncue.interruption").run { next() }
            if number != 0 { task.cancel() }
            return number
        }
        let result = await task.result
        TerminalSignals.wake()
        let number = await watch.value
        TerminalSignals.end()
        if number != 0 { end(by: number) }
        return try result.get()
    }

    private static func end(by number: Int32) {
        // The threads of the pool block signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
    }

    /// Blocks until a signal arrives, or 0 is written instead of one.
    private static func next() -> Int32 {
        while true {
            var poller = pollfd(fd: TerminalSignals.pipe.reading, events: Int16(POLLIN), revents: 0)
            guard poll(&poller, 1, -1) >= 0 || errno == EINTR else { return 0 }
            // There is one wake-up for each waiting thread.
            if let number = TerminalSignals.take(most: 1).first { return number }
        }
    }
}
