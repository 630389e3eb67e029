// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Text of a feed, made fit for a line on a screen.
enum FeedText {
    /// Returns one line: no markup, no runs of white space, no control characters. It ends with `…` after `limit`
    /// characters.
    static func line(_ text: String, limit: Int) -> String {
        var out = String.UnicodeScalarView()
        var count = 0
        var isSpaceDue = false
        var isInTag = false
        for scalar in text.unicodeScalars {
            if isInTag {
                isInTag = scalar != ">"
                continue
            }
            if scalar == "<" {
                isInTag = true
                isSpaceDue = true
            } else if scalar.properties.isWhitespace || scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
                isSpaceDue = true
            } else {
                if isSpaceDue, count > 0 {
                    out.append(" ")
                    count += 1
                }
                isSpaceDue = false
                out.append(scalar)
                count += 1
            }
            if count >= limit { return String(out) + "…" }
        }
        return String(out)
    }

    /// Returns an address of the web without blanks around it; `nil` for other text.
    static func address(_ text: String) -> String? {
        let trimmed = text.drop { $0.isWhitespace }
        let end = trimmed.lastIndex { !$0.isWhitespace }.map { trimmed.index(after: $0) } ?? trimmed.startIndex
        var address = String(trimmed[..<end])
        if address.hasPrefix("//") { address = "https:" + address }
        let lower = address.prefix(8).lowercased()
        guard lower.hasPrefix("http://") || lower.hasPrefix("https://"), address.utf8.count <= 4096 else { return nil }
        guard address.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        // Blanks inside of an address are a common slip.
        return address.contains(" ") ? address.split(separator: " ").joined(separator: "%20") : address
    }
}
