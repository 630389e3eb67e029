// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON

/// The file that the listener keeps locked, and to which it writes where it listens.
struct ListenerFile: Sendable {
    let descriptor: Int32
    private static let largest = 64 << 10

    /// The state that the listener has written; `null` if it has not written any yet.
    var state: JSONValue {
        var bytes = [UInt8](repeating: 0, count: Self.largest)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let line = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
        return (try? JSONValue(parsing: String(decoding: line, as: UTF8.self))) ?? .null
    }

    /// Writes the state in one call; the rest of a longer line remains after the line break.
    func say(_ state: JSONValue) {
        let bytes = Array((state.text() + "\n").utf8)
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }
}
