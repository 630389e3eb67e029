// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A family of resources whose addresses differ in some parts.
package struct AssistantResourceTemplate: Sendable, Equatable {
    /// The form of the addresses, such as `oncue://item/{id}` (level 1 of RFC 6570).
    package let uriTemplate: String
    /// The name for programs.
    package let name: String
    /// The name for people.
    package let title: String
    /// A description of the contents, and of the values that the variable parts may have.
    package let description: String
    /// The media type of their contents, or `nil` if that varies.
    package let mimeType: String?

    /// Creates a template.
    package init(uriTemplate: String, name: String, title: String, description: String, mimeType: String?) {
        self.uriTemplate = uriTemplate
        self.name = name
        self.title = title
        self.description = description
        self.mimeType = mimeType
    }

    /// Returns whether an address has this form: each `{name}` represents one or more bytes up to the next `/`, `?`,
    /// `#` or the text that follows in the template.
    ///
    /// - Complexity: O(length of the address × parts of the template).
    package func matches(_ uri: String) -> Bool {
        var rest = Array(uri.utf8)[...]
        var template = Array(uriTemplate.utf8)[...]
        while let byte = template.first {
            guard byte == UInt8(ascii: "{"), let end = template.firstIndex(of: UInt8(ascii: "}")) else {
                guard rest.first == byte else { return false }
                rest.removeFirst()
                template.removeFirst()
                continue
            }
            template = template[(end + 1)...]
            let next = template.first
            let value = rest.prefix { $0 != next && !Self.delimiters.contains($0) }
            guard !value.isEmpty else { return false }
            rest = rest[value.endIndex...]
        }
        return rest.isEmpty
    }

    private static let delimiters: [UInt8] = Array("/?#".utf8)
}
