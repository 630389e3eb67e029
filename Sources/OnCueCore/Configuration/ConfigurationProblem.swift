// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A problem in a configuration file.
package struct ConfigurationProblem: Sendable, Equatable {
    /// The line, counted from 1; `nil` if the problem concerns the whole file.
    package var line: Int?
    /// A description of the problem and of a valid entry.
    package var message: String
    /// Whether the file cannot be used; otherwise, the rest of it takes effect.
    package var isFatal: Bool

    package init(line: Int?, message: String, isFatal: Bool = true) {
        self.line = line
        self.message = message
        self.isFatal = isFatal
    }

    /// The problem as a sentence, with the line number if there is one.
    package var sentence: String { (line.map { "line \($0): " } ?? "") + message }
}

extension String {
    /// The text, shortened after 60 characters, for quoting user input in a sentence.
    var inShort: String { count > 60 ? prefix(60) + "…" : self }
}
