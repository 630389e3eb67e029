// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The standard output of the process.
enum StandardOutput {
    /// Whether the caller has given one, and the other standard descriptors, so that no file that is opened gets the
    /// output.
    static var isOpen: Bool { (0...2).allSatisfy { fcntl($0, F_GETFD) >= 0 } }

    /// Writes all of the bytes. A reader that has gone ends the process quietly, as in `oncue now | true`.
    ///
    /// - Returns: `false` if nothing could be written.
    static func write(_ bytes: [UInt8]) -> Bool {
        let former = signal(SIGPIPE, SIG_IGN)
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(1, $0.baseAddress.map { $0 + start }, $0.count - start) }
            if count >= 0 {
                start += count
            } else if errno == EPIPE {
                _exit(0)
            } else if errno == EAGAIN {
                var poller = pollfd(fd: 1, events: Int16(POLLOUT), revents: 0)
                poll(&poller, 1, -1)
            } else if errno != EINTR {
                // The program that has written part of the output must report the failure itself.
                if start > 0 { fail(errno) }
                signal(SIGPIPE, former)
                return false
            }
        }
        return true
    }

    private static func fail(_ error: Int32) -> Never {
        let message = "oncue: cannot write to the output: \(String(cString: strerror(error)))\n"
        _ = message.utf8.withContiguousStorageIfAvailable { Glibc.write(2, $0.baseAddress, $0.count) }
        _exit(1)
    }
}
