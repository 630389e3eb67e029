// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Ends a program that rarely writes when its reader has gone, as in `oncue now --follow | head -1`.
enum ReaderWatch {
    /// Watches the descriptor from a thread of its own, which sleeps until the reader goes.
    static func begin(_ descriptor: Int32) {
        var thread = pthread_t()
        // The descriptor travels in the pointer's bits, so nothing has to be kept for the thread.
        let argument = UnsafeMutableRawPointer(bitPattern: Int(descriptor))
        let failure = pthread_create(
            &thread, nil,
            { argument in
                ReaderWatch.waitUntilUnread(Int32(truncatingIfNeeded: Int(bitPattern: argument)))
                _exit(ExitStatus.done.rawValue)
            }, argument)
        if failure == 0 { pthread_detach(thread) }
    }

    /// Blocks until the descriptor has no reader; forever if that never happens, as for files.
    static func waitUntilUnread(_ descriptor: Int32) {
        // Errors and hang-ups are always reported.
        var poller = pollfd(fd: descriptor, events: 0, revents: 0)
        while poll(&poller, 1, -1) < 0 && errno == EINTR {}
    }
}
