// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Commands that are sent as a list and carried out at its end.
package struct CommandList: Sendable, Equatable {
    /// The limits of a list.
    package struct Room: Sendable, Equatable {
        package var bytes: Int
        package var lines: Int

        package init(bytes: Int, lines: Int) { (self.bytes, self.lines) = (bytes, lines) }

        /// The limits for clients with any permission.
        package static let usual = Room(bytes: 2 << 20, lines: 100_000)
        /// The limits for clients that have not yet sent the password that they need.
        package static let stranger = Room(bytes: 16 << 10, lines: 64)
    }

    /// Whether each command is answered with a line of its own.
    package let tellsEach: Bool
    package private(set) var lines: [[UInt8]] = []
    private let room: Room
    /// The approximate memory that the list takes, in bytes.
    package private(set) var size = 0
    private var byteCount = 0
    /// The memory of a line in addition to its bytes.
    private static let lineSize = 48

    /// Begins a list if a line starts one.
    package init?(begunBy line: some Collection<UInt8>, room: Room = .usual) {
        self.room = room
        if line.elementsEqual("command_list_begin".utf8) {
            tellsEach = false
        } else if line.elementsEqual("command_list_ok_begin".utf8) {
            tellsEach = true
        } else {
            return nil
        }
    }

    /// Adds a line.
    ///
    /// - Returns: `false` if the list is too long.
    package mutating func add(_ line: some Collection<UInt8>) -> Bool {
        byteCount += line.count + 1
        guard byteCount <= room.bytes, lines.count < room.lines else { return false }
        size += line.count + Self.lineSize
        lines.append(Array(line))
        return true
    }

    package static func isEnd(_ line: some Collection<UInt8>) -> Bool {
        line.elementsEqual("command_list_end".utf8)
    }
}
