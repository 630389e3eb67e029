// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Splits the bytes from a Snapcast server or from the other side of a plugin into lines, one message each.
///
/// Keeps at most one line of limited length.
package struct SnapcastLines: Sendable {
    /// The maximum size of a line, in bytes: 1 MiB. The state of a server with a hundred rooms has 60 kB.
    package static let longest = 1 << 20

    private var line: [UInt8] = []

    /// Begins with an empty line.
    package init() {}

    /// Returns the lines that end in these bytes, without their line ends; empty lines are left out.
    ///
    /// - Returns: `nil` if a line is too long. The other side does not speak the protocol then, and nothing more may be
    ///   read.
    /// - Complexity: linear in the number of bytes.
    package mutating func append(_ bytes: some Collection<UInt8>) -> [[UInt8]]? {
        var lines: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest[..<(rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex)]
            guard line.count + part.count <= Self.longest else { return nil }
            line.append(contentsOf: part)
            rest = rest[part.endIndex...]
            guard !rest.isEmpty else { break }
            rest.removeFirst()
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if !line.isEmpty { lines.append(line) }
            line = []
        }
        return lines
    }
}
