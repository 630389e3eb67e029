// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A mistake in a language file.
package struct LanguageMistake: Sendable, Equatable, CustomStringConvertible {
    /// The path to the mistake, made of names and numbers, such as `intents.play.data[0].sentences[3]`; empty for the
    /// file itself.
    package let path: String
    /// The position of the mistake, from 0: a character in the template, or a byte in the file; `nil` if the path says
    /// enough.
    package let offset: Int?
    /// The mistake, and how to correct it.
    package let message: String

    package var description: String {
        let path = path.isEmpty ? "the file" : path
        return offset.map { "\(path), character \($0 + 1): \(message)" } ?? "\(path): \(message)"
    }
}

/// A language file that cannot be used.
package struct LanguageError: Error, Sendable, Equatable, CustomStringConvertible {
    /// All mistakes in it, in the order of the file, ``SentenceLimits/mistakes`` at most.
    package let mistakes: [LanguageMistake]

    /// One mistake per line.
    package var description: String { mistakes.map(\.description).joined(separator: "\n") }
}
