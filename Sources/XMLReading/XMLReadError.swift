// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Bounds within which a document is read.
package struct XMLLimits: Sendable, Equatable {
    /// The largest document, in bytes.
    package var bytes: Int
    /// The deepest nesting of elements.
    package var depth: Int

    package init(bytes: Int = 32 << 20, depth: Int = 64) {
        self.bytes = bytes
        self.depth = depth
    }
}

/// The reason why a document was not read.
package struct XMLReadError: Error, Equatable, CustomStringConvertible {
    package enum Code: Sendable {
        /// There is not one element in it.
        case notXML
        /// It has more bytes than are allowed.
        case tooLarge
        /// Elements are nested deeper than is allowed.
        case tooDeep
    }

    package let code: Code
    /// A readable description of the problem; the caller adds the document.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}

/// The outcome of reading a document.
package struct XMLReadOutcome: Sendable, Equatable {
    /// The first problem, with its line; `nil` if there was none. The readable part has been delivered.
    package var damage: String?
    /// False if the handler requested the end before the end of the document.
    package var isFinished: Bool

    package init(damage: String? = nil, isFinished: Bool = true) {
        self.damage = damage
        self.isFinished = isFinished
    }
}
