// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Places on standard input, one per line, or each followed by a zero byte as `find -print0` writes them.
enum PlaceInput {
    /// The argument that stands for them.
    static let word = "-"
    /// The most bytes to read.
    static let limit = 32 << 20

    /// Returns the places of `input`. In a line that a listing of OnCue has written to a pipe, the place is the
    /// identifier or index path at its beginning.
    static func places(in input: [UInt8]) -> [String] {
        let isDivided = input.contains(0)
        return input.split(separator: isDivided ? 0 : UInt8(ascii: "\n")).compactMap { line in
            let line = !isDivided && line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            let text = RawWords.text(of: line)
            guard !isDivided else { return text }
            let trimmed = text.drop { $0 == " " || $0 == "\t" }
            return trimmed.isEmpty ? nil : place(in: String(trimmed))
        }
    }

    private static func place(in line: String) -> String {
        let first = String(line.prefix { $0 != " " && $0 != "\t" })
        let rest = line.dropFirst(first.count)
        guard rest.hasPrefix("  ") || rest.hasPrefix("\t") else { return line }
        let isShown = ContentIdentifier(first) != nil || (try? IndexPathText.parse(first)) != nil
        return isShown ? first : line
    }
}
