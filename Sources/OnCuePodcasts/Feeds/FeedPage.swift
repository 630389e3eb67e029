// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Web pages that name a feed.
package enum FeedPage {
    /// Returns the address of the first feed in a page's `<link rel="alternate">`, as written; `nil` if there is none
    /// in the first 512 KiB.
    package static func feedAddress(in bytes: [UInt8]) -> String? {
        let page = String(decoding: bytes.prefix(512 << 10), as: UTF8.self)
        var rest = page[...]
        while let tag = nextLink(in: &rest) {
            let values = attributes(of: tag)
            let isAlternate = values["rel"]?.lowercased().split(separator: " ").contains("alternate") == true
            let type = values["type"]?.lowercased() ?? ""
            if isAlternate, type == "application/rss+xml" || type == "application/atom+xml",
                let address = values["href"], !address.isEmpty
            {
                return address.split(separator: "&amp;", omittingEmptySubsequences: false).joined(separator: "&")
            }
        }
        return nil
    }

    /// Returns the text between the next `<link` and `>`.
    private static func nextLink(in rest: inout Substring) -> Substring? {
        while let start = rest.firstIndex(of: "<") {
            let tag = rest[rest.index(after: start)...]
            rest = tag
            guard tag.prefix(5).lowercased() == "link " || tag.prefix(5).lowercased() == "link\n" else { continue }
            let body = tag.dropFirst(5).prefix { $0 != ">" }
            rest = tag[body.endIndex...]
            return body
        }
        return nil
    }

    private static func attributes(of tag: Substring) -> [String: String] {
        var values: [String: String] = [:]
        var rest = tag
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].split(whereSeparator: \.isWhitespace).last.map { $0.lowercased() } ?? ""
            var value = rest[rest.index(after: equals)...].drop { $0.isWhitespace }
            if let quote = value.first, quote == "\"" || quote == "'" {
                value = value.dropFirst()
                let text = value.prefix { $0 != quote }
                rest = value[text.endIndex...].dropFirst()
                values[name] = String(text)
            } else {
                let text = value.prefix { !$0.isWhitespace }
                rest = value[text.endIndex...]
                values[name] = String(text)
            }
        }
        return values
    }
}
