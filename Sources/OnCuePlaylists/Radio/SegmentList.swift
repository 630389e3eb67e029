// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A list of HLS (RFC 8216): the parts of a stream, or lists of them.
enum SegmentList {
    private static let attribute = "URI=\""

    /// Returns the references in order: the lines that are not tags, and the attribute URI of tags (keys, beginnings of
    /// parts, other versions of the sound).
    static func references(in text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).flatMap { line -> [String] in
            let line = line.drop(while: \.isWhitespace)
            return line.hasPrefix("#") ? attributes(of: line) : [String(line)]
        }
    }

    private static func attributes(of tag: Substring) -> [String] {
        var found: [String] = []
        var rest = tag
        while let start = rest.firstRange(of: attribute)?.upperBound {
            let value = rest[start...].prefix { $0 != "\"" }
            found.append(String(value))
            rest = rest[value.endIndex...]
        }
        return found
    }
}
