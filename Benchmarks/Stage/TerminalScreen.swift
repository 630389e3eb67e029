// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import Glibc

/// A terminal for programs: types keys, and waits until they are answered on the screen.
final class TerminalScreen {
    /// Longer than any answer takes.
    private static let limit = Duration.seconds(20)

    /// The end that the program has for its input and output.
    let programEnd: Int32
    var output: ChildProgram.Destination { .descriptor(programEnd) }
    private let personEnd: Int32
    private var written: [UInt8] = []

    init(width: Int, height: Int) throws(BenchError) {
        // What posix_openpt, unlockpt and ptsname do, which a feature macro of the C library hides from Swift.
        personEnd = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (lock, number): (Int32, Int32) = (0, 0)
        guard personEnd >= 0, ioctl(personEnd, 0x4004_5431, &lock) == 0, ioctl(personEnd, 0x8004_5430, &number) == 0
        else { throw BenchError("cannot make a terminal") }
        programEnd = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var size = winsize(ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(personEnd, UInt(TIOCSWINSZ), &size)
    }

    deinit {
        close(programEnd)
        close(personEnd)
    }

    /// Takes whatever programs write, until the terminal is closed. Nothing can be waited for then.
    func takeAll() {
        let end = fcntl(personEnd, F_DUPFD_CLOEXEC, 0)
        DispatchQueue(label: "oncue.bench.screen", qos: .userInteractive).async {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while read(end, &buffer, buffer.count) > 0 {}
            close(end)
        }
    }

    /// Types a key, and forgets what was written before.
    func type(_ key: String) {
        written = []
        let bytes = Array(key.utf8)
        _ = write(personEnd, bytes, bytes.count)
    }

    /// Waits until what the program has written since the last key is as wanted.
    func wait(_ what: String, until isThere: (String) -> Bool) throws(BenchError) {
        let deadline = ContinuousClock.now + Self.limit
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isThere(String(decoding: written, as: UTF8.self)) {
            let left = Int32(max(0, (deadline - .now) / .milliseconds(1)))
            var source = pollfd(fd: personEnd, events: Int16(POLLIN), revents: 0)
            guard poll(&source, 1, left) > 0 else { throw BenchError("not seen on the screen: \(what)") }
            let count = read(personEnd, &buffer, buffer.count)
            guard count > 0 else { throw BenchError("the program has ended before \(what)") }
            written += buffer[..<count]
        }
    }
}
