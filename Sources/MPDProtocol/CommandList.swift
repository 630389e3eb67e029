// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Commands that are sent as a list and carried out at its end.
package struct CommandList: Sendable, Equatable {
    /// The most bytes of all lines, and the most lines.
    package static let largest = 2 << 20
    package static let mostLines = 100_000

    /// Each command is answered with a line of its own.
    package let tellsEach: Bool
    package private(set) var lines: [[UInt8]] = []
    private var size = 0

    /// A list if this line begins one.
    package init?(begunBy line: some Collection<UInt8>) {
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
    /// - Returns: `false` when the list is too long.
    package mutating func add(_ line: some Collection<UInt8>) -> Bool {
        size += line.count + 1
        guard size <= Self.largest, lines.count < Self.mostLines else { return false }
        lines.append(Array(line))
        return true
    }

    package static func isEnd(_ line: some Collection<UInt8>) -> Bool {
        line.elementsEqual("command_list_end".utf8)
    }
}
