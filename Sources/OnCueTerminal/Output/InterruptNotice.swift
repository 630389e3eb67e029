// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Reports on Ctrl-C that the daemon continues the operation that this program only watches.
///
/// The signal handler does nothing but `write` and `_exit`, which POSIX allows in it.
enum InterruptNotice {
    static func begin() {
        signal(SIGINT, onInterrupt)
    }

    static func end() {
        signal(SIGINT, SIG_DFL)
    }
}

/// Runs on any thread: reports the operation that continues, and ends the program as interrupted by SIGINT.
private func onInterrupt(_ number: Int32) {
    let text: StaticString = "\nThe scan continues in the daemon; oncue library shows its progress.\n"
    _ = write(2, text.utf8Start, text.utf8CodeUnitCount)
    _exit(130)
}
