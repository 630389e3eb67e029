// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Text that is not JSON.
package struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of mistake.
    package enum Code: Sendable, Equatable {
        /// Unexpected text, or the end of the text.
        case syntax
        /// A number that no `Double` can hold.
        case numberOutOfRange
        /// The same name twice in one object.
        case repeatedName
        /// More levels of arrays and objects than allowed.
        case tooDeep
        /// More values than allowed.
        case tooMany
        /// Additional text after the value.
        case trailingText
    }

    /// The kind of mistake.
    package let code: Code
    /// The byte in the UTF-8 text at which it is wrong, counted from 0.
    package let offset: Int

    /// Creates an error for a mistake at a byte offset.
    package init(code: Code, offset: Int) {
        self.code = code
        self.offset = offset
    }

    package var description: String {
        let problem =
            switch code {
            case .syntax: "unexpected text or end"
            case .numberOutOfRange: "number out of range"
            case .repeatedName: "name used twice in one object"
            case .tooDeep: "nested too deeply"
            case .tooMany: "too many values"
            case .trailingText: "text after the value"
            }
        return "not JSON: \(problem) at byte \(offset)"
    }
}
