// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A sentence with places for values: `Order a ${drink} at ${cafe}`.
package struct IntentTemplate: Sendable, Equatable {
    /// A part of a template.
    package enum Part: Sendable, Equatable {
        case text(String)
        case value(String)
    }

    package var parts: [Part]
    /// The template as it was written.
    package var text: String

    /// A `${` without its `}` is text.
    package init(_ text: String) {
        self.text = text
        parts = []
        var rest = Substring(text)
        var plain = ""
        var mayEnd = true
        while let character = rest.first {
            let end = mayEnd && rest.hasPrefix("${") ? rest.firstIndex(of: "}") : nil
            // If no end was found once, there is none later, either.
            if end == nil, rest.hasPrefix("${") { mayEnd = false }
            if let end {
                if !plain.isEmpty { parts.append(.text(plain)) }
                plain = ""
                parts.append(.value(String(rest[rest.index(rest.startIndex, offsetBy: 2)..<end])))
                rest = rest[rest.index(after: end)...]
            } else {
                plain.append(character)
                rest = rest.dropFirst()
            }
        }
        if !plain.isEmpty { parts.append(.text(plain)) }
    }

    /// The names of the values.
    package var names: [String] {
        parts.compactMap { if case .value(let name) = $0 { name } else { nil } }
    }

    /// Returns the sentence with its values; a missing one is left out, with the space before it.
    package func filled(_ value: (String) -> String?) -> String {
        var result = ""
        for part in parts {
            switch part {
            case .text(let text): result += text
            case .value(let name):
                if let value = value(name) { result += value } else if result.last == " " { result.removeLast() }
            }
        }
        return result
    }
}
