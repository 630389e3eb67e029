// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Makes text from a directory fit for a line on a screen.
enum DirectoryText {
    /// Returns the text as one line without control characters and runs of white space, at most `limit` characters
    /// long.
    static func line(_ text: String, limit: Int) -> String {
        // Enough for the longest line, however long the text is.
        let words = text.unicodeScalars.prefix(limit * 8).split { $0.isSteering || $0.properties.isWhitespace }
        let line = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
        return line.count > limit ? String(line.prefix(limit)) : line
    }

    /// Returns the host of a web address, which serves as a title if there is none.
    static func host(of address: String) -> String {
        let rest = address.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
        return rest.split(separator: "@").last.map(String.init) ?? address
    }

    /// Returns the text if it is a web address; otherwise `nil`.
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
