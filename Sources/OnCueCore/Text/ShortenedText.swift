// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension String {
    /// Returns the text with at most `limit` bytes of UTF-8; a longer one is cut between characters and ends with `…`.
    ///
    /// - Complexity: O(`limit`).
    package func shortened(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let ellipsis = "…"
        var text = ""
        var count = 0
        // By scalars, as a single letter can have a megabyte of marks.
        for scalar in unicodeScalars {
            let size = UTF8.width(scalar)
            guard count + size + ellipsis.utf8.count <= limit else { break }
            count += size
            text.unicodeScalars.append(scalar)
        }
        return text + ellipsis
    }
}

extension [String] {
    /// Returns the first texts, at most `count`, that together have at most `limit` bytes of UTF-8; each is shortened
    /// to `each` bytes.
    package func bounded(toBytes limit: Int, each: Int, count: Int) -> [String] {
        var left = limit
        var texts: [String] = []
        for text in prefix(count) {
            let text = text.shortened(toBytes: each)
            guard text.utf8.count <= left else { break }
            left -= text.utf8.count
            texts.append(text)
        }
        return texts
    }
}
