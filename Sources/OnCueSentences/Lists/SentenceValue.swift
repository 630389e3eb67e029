// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The value of a slot.
package enum SentenceValue: Sendable, Hashable {
    /// Text: an `out` value, a clock time `HH:MM`, or the words matched by a wildcard.
    case text(String)
    /// A number: a count, percent, seconds.
    case number(Double)
    /// A statement that is true, such as `shuffle`.
    case flag(Bool)

    /// The text; `nil` for other values.
    package var textValue: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The number; `nil` for other values.
    package var numberValue: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The flag; `nil` for other values.
    package var flagValue: Bool? {
        if case .flag(let flag) = self { flag } else { nil }
    }
}

extension SentenceValue: CustomStringConvertible {
    /// The text itself, a number without `.0`, `true` or `false`.
    package var description: String {
        switch self {
        case .text(let text): return text
        case .flag(let flag): return String(flag)
        case .number(let number):
            let whole = Int(exactly: number)
            return whole.map { String($0) } ?? String(number)
        }
    }
}
