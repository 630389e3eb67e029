// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Writes to a file descriptor of the process.
struct DescriptorSink: TextSink {
    let descriptor: Int32

    /// Ends the process quietly when the pipe is closed, as in `oncue browse | head -1`. GLib makes the process ignore
    /// SIGPIPE, so it has to be done here.
    func write(_ text: String) {
        var text = text
        let failure = text.withUTF8 { Self.writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
        if let failure { Self.end(failure, descriptor) }
    }

    func write(bytes: [UInt8]) {
        if let failure = bytes.withUnsafeBytes({ Self.writeAll($0, to: descriptor) }) { Self.end(failure, descriptor) }
    }

    func endWhenUnread() {
        ReaderWatch.begin(descriptor)
    }

    /// Returns the error code, or `nil` on success.
    private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } else if errno == EAGAIN {
                var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&poller, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }

    private static func end(_ failure: Int32, _ descriptor: Int32) {
        if failure == EPIPE { _exit(ExitStatus.done.rawValue) }
        // Without standard error, there is no place for a message.
        guard descriptor == 1 else { return }
        DescriptorSink(descriptor: 2).write(
            "oncue: cannot write to the output: \(String(cString: strerror(failure)))\n")
        _exit(ExitStatus.failed.rawValue)
    }

    var screen: Screen {
        let isTerminal = isatty(descriptor) == 1
        var size = winsize()
        let isKnown = isTerminal && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return Screen(
            isTerminal: isTerminal, terminalWidth: isKnown ? Int(size.ws_col) : nil,
            terminalHeight: isKnown && size.ws_row > 0 ? Int(size.ws_row) : nil, environment: Self.environment)
    }

    private static let environment: [String: String] = {
        var values: [String: String] = [:]
        for name in ["NO_COLOR", "TERM", "COLUMNS"] {
            values[name] = getenv(name).map { String(cString: $0) }
        }
        return values
    }()
}
