// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Hides the cursor while a line is redrawn, and restores the terminal on Ctrl-C, Ctrl-Z and other signals.
///
/// The signal handlers do nothing but `write`, `raise` and `_exit`, which POSIX allows in them.
enum LiveScreen {
    static func begin(_ console: Console) {
        console.write("\u{1B}[?25l")
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { signal(number, onEnd) }
        signal(SIGTSTP, onSuspend)
    }

    static func end(_ console: Console) {
        console.write("\u{1B}[?25h\n")
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { signal(number, SIG_DFL) }
    }
}

/// Runs on any thread: shows the cursor on a new line and ends the program successfully.
private func onEnd(_ number: Int32) {
    writeStatic("\u{1B}[?25h\n")
    _exit(0)
}

/// Runs on any thread: restores the terminal while the program is stopped.
private func onSuspend(_ number: Int32) {
    writeStatic("\u{1B}[?25h\n")
    raise(SIGSTOP)
    writeStatic("\u{1B}[?25l")
}

private func writeStatic(_ text: StaticString) {
    _ = write(1, text.utf8Start, text.utf8CodeUnitCount)
}
