// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The reason why a text cannot be used as lyrics.
package struct LyricsError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        /// The file contains no words.
        case empty
        /// The text has more letters than any song.
        case tooLong
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
