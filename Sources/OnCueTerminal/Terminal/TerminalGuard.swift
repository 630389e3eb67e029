// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Restores the terminal when the process crashes, and keeps output to standard error off the screen until then.
///
/// The signal handler does nothing but `tcsetattr`, `write`, `lseek`, `read`, `signal` and `raise`, which POSIX allows
/// in it.
enum TerminalGuard {
    /// The signals of a crash.
    private static let fatal = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    /// The settings of the terminal at the first use.
    fileprivate static let settings: termios? = {
        var settings = termios()
        return tcgetattr(0, &settings) == 0 ? settings : nil
    }()

    /// The original standard error, and the unnamed file in its place; -1 if it is not a terminal.
    fileprivate static let talk: (real: Int32, kept: Int32) = {
        guard isatty(2) == 1 else { return (-1, -1) }
        let real = fcntl(2, F_DUPFD_CLOEXEC, 3)
        let kept = open("/tmp", O_RDWR | O_CLOEXEC | temporary, 0o600)
        guard real >= 0, kept >= 0 else { return (-1, -1) }
        return (real, kept)
    }()

    /// `O_TMPFILE`, a macro that is not imported into Swift.
    private static let temporary: Int32 = 0o20_000_000 | O_DIRECTORY

    static func begin() {
        // Opened before the first handler can run.
        _ = settings
        if talk.kept >= 0 { dup2(talk.kept, 2) }
        for number in fatal { signal(number, onCrash) }
    }

    static func end() {
        for number in fatal { signal(number, SIG_DFL) }
        tell()
    }

    /// Restores standard error, and copies the output collected meanwhile to it.
    fileprivate static func tell() {
        guard talk.kept >= 0 else { return }
        dup2(talk.real, 2)
        lseek(talk.kept, 0, SEEK_SET)
        // A buffer on the stack, since the heap may be broken.
        var bytes: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
        while true {
            let count = read(talk.kept, &bytes, MemoryLayout.size(ofValue: bytes))
            guard count > 0 else { break }
            _ = write(talk.real, &bytes, count)
        }
        ftruncate(talk.kept, 0)
        lseek(talk.kept, 0, SEEK_SET)
    }
}

/// Runs on any thread: restores the terminal and ends the process with the same signal.
private func onCrash(_ number: Int32) {
    if var settings = TerminalGuard.settings { tcsetattr(0, TCSANOW, &settings) }
    let text = RawTerminal.leaving
    _ = write(1, text.utf8Start, text.utf8CodeUnitCount)
    TerminalGuard.tell()
    signal(number, SIG_DFL)
    raise(number)
}
