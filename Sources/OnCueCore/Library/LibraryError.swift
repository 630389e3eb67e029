// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A failed request to the library.
package struct LibraryError: Error, Sendable, Equatable {
    /// The kind of failure; other codes may be added.
    package enum Code: Sendable, Equatable {
        /// The folder does not exist or is not a folder.
        case noSuchFolder
        /// The folder cannot be read.
        case permissionDenied
        /// The folder is not one of the library's.
        case notInLibrary
        /// The catalog cannot be opened, read or written.
        case storage
        /// The catalog was written by a newer program.
        case newerSchema
    }

    package var code: Code
    /// A description of the failure: the operation, its object, and the next step.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = HiddenPassword.hidden(in: message)
    }
}

extension LibraryError: CustomStringConvertible {
    package var description: String { message }
}
