// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Bounds within which a document is read.
package struct XMLLimits: Sendable, Equatable {
    /// The largest document, in bytes.
    package var bytes: Int
    /// How deep elements may be nested.
    package var depth: Int

    package init(bytes: Int = 32 << 20, depth: Int = 64) {
        self.bytes = bytes
        self.depth = depth
    }
}

/// Why a document was not read.
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
    /// What is wrong, for a person; the caller knows with which document.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}

/// How reading a document ended.
package struct XMLReadOutcome: Sendable, Equatable {
    /// The first thing that was wrong, with its line; `nil` when nothing was. What could be understood was told.
    package var damage: String?
    /// False when the handler asked for the end before the end of the document.
    package var isFinished: Bool

    package init(damage: String? = nil, isFinished: Bool = true) {
        self.damage = damage
        self.isFinished = isFinished
    }
}
