// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A line that a client sent.
package enum AssistantLine: Sendable, Equatable {
    /// The bytes of a line without its end.
    case bytes([UInt8])
    /// A line that was longer than `AssistantLines.longest`, and was not kept.
    case tooLong
}

/// Splits a client's input into lines, and keeps at most one line of limited length.
package struct AssistantLines: Sendable {
    /// The number of bytes that a line may have: 1 MiB.
    package static let longest = 1 << 20

    private var line: [UInt8] = []
    private var isSkipping = false

    /// Begins with an empty line.
    package init() {}

    /// Returns the lines that end in these bytes. One that grows too long is reported at once; the rest of it is
    /// skipped.
    ///
    /// - Complexity: linear in the number of bytes.
    package mutating func append(_ bytes: some Collection<UInt8>) -> [AssistantLine] {
        var lines: [AssistantLine] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[part.endIndex...]
            if !isSkipping { line.append(contentsOf: part) }
            if line.count > Self.longest {
                lines.append(.tooLong)
                line = []
                isSkipping = true
            }
            guard !rest.isEmpty else { break }
            rest.removeFirst()
            if !isSkipping { lines.append(.bytes(line)) }
            line.removeAll(keepingCapacity: true)
            isSkipping = false
        }
        return lines
    }

    /// Returns the last line if it has no end, at the end of the input.
    package mutating func finish() -> AssistantLine? {
        defer { line = [] }
        return line.isEmpty ? nil : .bytes(line)
    }
}
