// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Text of a feed, made fit for a line on a screen.
enum FeedText {
    /// Returns one line: no markup, no runs of white space, no control characters. If there are more than `limit`
    /// characters, it ends with `…` behind them.
    static func line(_ text: String, limit: Int) -> String {
        var out = String.UnicodeScalarView()
        var count = 0
        var isSpaceDue = false
        var isInTag = false
        let scalars = text.unicodeScalars
        for index in scalars.indices {
            let scalar = scalars[index]
            if isInTag {
                isInTag = scalar != ">"
                continue
            }
            if scalar == "<", isTagBegun(by: scalars[scalars.index(after: index)...].first) {
                isInTag = true
                isSpaceDue = true
            } else if scalar.properties.isWhitespace || scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
                isSpaceDue = true
            } else {
                let hasSpace = isSpaceDue && count > 0
                guard count + (hasSpace ? 2 : 1) <= limit else { return String(out) + "…" }
                if hasSpace {
                    out.append(" ")
                    count += 1
                }
                isSpaceDue = false
                out.append(scalar)
                count += 1
            }
        }
        return String(out)
    }

    /// Whether `<` in front of a character begins a tag, and is not an arrow or a heart.
    private static func isTagBegun(by scalar: Unicode.Scalar?) -> Bool {
        scalar.map { $0.properties.isAlphabetic || "/!?".unicodeScalars.contains($0) } ?? false
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
