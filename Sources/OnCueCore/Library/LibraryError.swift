// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Why the library could not do what it was asked.
package struct LibraryError: Error, Sendable, Equatable {
    /// What went wrong; other codes may be added.
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
    /// What failed, on what, and what to do next.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = HiddenPassword.hidden(in: message)
    }
}

extension LibraryError: CustomStringConvertible {
    package var description: String { message }
}
