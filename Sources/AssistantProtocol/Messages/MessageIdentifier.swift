// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// The identifier of a request: text or a whole number, never null.
enum MessageIdentifier: Sendable {
    case number(Int)
    case text(String)

    /// Reads an identifier; `nil` for anything else, fractions and numbers beyond 64 bits included.
    init?(_ value: JSONValue?) {
        switch value {
        case .int(let number): self = .number(number)
        case .string(let text): self = .text(text)
        default: return nil
        }
    }

    /// The identifier as it is sent.
    var json: JSONValue {
        switch self {
        case .number(let number): .int(number)
        case .text(let text): .string(text)
        }
    }
}

extension MessageIdentifier: Hashable {
    // Compared as bytes: to Swift two spellings of an accented letter are the same string.
    static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .number(let number): hasher.combine(number)
        case .text(let text): hasher.combine(Array(text.utf8))
        }
    }
}
