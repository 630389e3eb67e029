// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import JSON

/// The file that the running program has locked, and to which it writes the state of its servers.
package struct StateFile: Sendable {
    /// The maximum size, in bytes: well above that of the state of all servers with all possible pins, whose titles are
    /// limited.
    private static let largest = 16 << 20
    /// The maximum number of attempts to read the file while it is being written.
    private static let attempts = 5
    private let descriptor: Int32

    /// Takes the lock for the life of this process; `nil` if another process has it, or the folder does not exist.
    package init?(taking path: String) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return nil }
        var wish = flock()
        (wish.l_type, wish.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        guard fcntl(file, F_SETLK, &wish) == 0 else {
            close(file)
            return nil
        }
        descriptor = file
    }

    /// Overwrites the state in one write; the rest of a longer earlier line is after the end of the new one, and is
    /// ignored.
    package func say(_ state: JSONValue) {
        let bytes = Array((state.text() + "\n").utf8)
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }

    /// Returns the process identifier and the state of the running program; `nil` if none is running.
    package static func read(_ path: String) -> (process: Int32, state: JSONValue)? {
        let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var wish = flock()
        (wish.l_type, wish.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        guard fcntl(file, F_GETLK, &wish) == 0, wish.l_type != Int16(F_UNLCK) else { return nil }
        return (wish.l_pid, said(in: file))
    }

    /// Returns the first line of a file; `null` if it is not JSON.
    static func said(in file: Int32) -> JSONValue {
        for _ in 0..<attempts {
            var status = stat()
            guard fstat(file, &status) == 0 else { break }
            var bytes = [UInt8](repeating: 0, count: min(largest, max(0, Int(status.st_size))))
            let count = pread(file, &bytes, bytes.count, 0)
            let line = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
            if let state = try? JSONValue(parsing: String(decoding: line, as: UTF8.self)) { return state }
        }
        return .null
    }
}
