// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import JSON

/// The file that the running program has locked, and in which it says how its servers are.
package struct StateFile: Sendable {
    /// Well above what all servers with all that can be pinned need, whose titles have a limit.
    private static let largest = 16 << 20
    /// How often it is read while it is being written.
    private static let attempts = 5
    private let descriptor: Int32

    /// Takes the lock for the life of this process; `nil` when another one has it, or there is no such folder.
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

    /// Says it anew, in one piece; what is left of a longer line is behind its end.
    package func say(_ state: JSONValue) {
        let bytes = Array((state.text() + "\n").utf8)
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }

    /// The running program and what it says; `nil` if none runs.
    package static func read(_ path: String) -> (process: Int32, state: JSONValue)? {
        let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var wish = flock()
        (wish.l_type, wish.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        guard fcntl(file, F_GETLK, &wish) == 0, wish.l_type != Int16(F_UNLCK) else { return nil }
        return (wish.l_pid, said(in: file))
    }

    /// The first line of a file; `null` if that is no JSON.
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
