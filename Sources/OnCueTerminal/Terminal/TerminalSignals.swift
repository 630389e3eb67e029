// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueRuntime

/// Signals as bytes in a pipe, so that one thread can wait for both signals and keys.
///
/// The handler does nothing but `write`, which POSIX allows in it.
enum TerminalSignals {
    static let watched = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGCONT, SIGTSTP]

    /// Both ends; they exist as long as the process.
    static let pipe: (reading: Int32, writing: Int32) = {
        guard let ends = PipeEnds(isBlocking: false) else { return (-1, -1) }
        return (ends.output, ends.input)
    }()

    /// - Parameter numbers: The signals to pass on.
    static func begin(_ numbers: [Int32] = watched) {
        // Opened before the first handler can run.
        _ = pipe
        for number in numbers { signal(number, onTerminalSignal) }
    }

    static func end() {
        for number in watched { signal(number, SIG_DFL) }
    }

    /// Returns the signals received since the last call, up to a number.
    static func take(most: Int = 64) -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: most)
        let count = read(pipe.reading, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map(Int32.init)
    }

    /// Wakes up the waiting thread.
    static func wake() {
        onTerminalSignal(0)
    }
}

/// Runs on any thread: passes the signal's number on.
private func onTerminalSignal(_ number: Int32) {
    var byte = UInt8(truncatingIfNeeded: number)
    let saved = errno
    _ = write(TerminalSignals.pipe.writing, &byte, 1)
    errno = saved
}
