// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON
internal import OnCueRuntime

/// The file that the running program has locked, and in which it says how its servers are.
struct StateFile: Sendable {
    private static let largest = 256 << 10
    private let descriptor: Int32

    /// Takes the lock for the life of this process; `nil` when another one has it, or there is no such folder.
    init?(taking path: String) {
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
    func say(_ state: JSONValue) {
        let bytes = Array((state.text() + "\n").utf8)
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }

    /// The running program and what it says; `nil` if none runs.
    static func read(_ path: String) -> (process: pid_t, state: JSONValue)? {
        let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var wish = flock()
        (wish.l_type, wish.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        guard fcntl(file, F_GETLK, &wish) == 0, wish.l_type != Int16(F_UNLCK) else { return nil }
        var bytes = [UInt8](repeating: 0, count: largest)
        let count = pread(file, &bytes, bytes.count, 0)
        let line = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
        return (wish.l_pid, (try? JSONValue(parsing: String(decoding: line, as: UTF8.self))) ?? .null)
    }
}
