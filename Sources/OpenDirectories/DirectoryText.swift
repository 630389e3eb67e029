// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Text of a directory, made fit for a line on a screen.
enum DirectoryText {
    /// One line without steering characters and runs of white space, at most `limit` characters.
    static func line(_ text: String, limit: Int) -> String {
        // Enough for the longest line, however long the text is.
        let words = text.unicodeScalars.prefix(limit * 8).split { $0.isSteering || $0.properties.isWhitespace }
        let line = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
        return line.count > limit ? String(line.prefix(limit)) : line
    }

    /// The host of an address of the web, as a title in the place of one that is missing.
    static func host(of address: String) -> String {
        let rest = address.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
        return rest.split(separator: "@").last.map(String.init) ?? address
    }

    /// An address of the web; `nil` for other text.
    static func address(_ text: String?) -> String? {
        guard let text, text.utf8.count <= 2_000 else { return nil }
        let address = text.split(whereSeparator: \.isWhitespace)
        guard address.count == 1, let address = address.first.map(String.init) else { return nil }
        let lower = address.prefix(8).lowercased()
        guard lower.hasPrefix("http://") || lower == "https://" else { return nil }
        let rest = address.drop { $0 != "/" }.dropFirst(2)
        guard let first = rest.first, !"/?#".contains(first), address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return address
    }
}
