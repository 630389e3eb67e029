// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A problem in a configuration file.
package struct ConfigurationProblem: Sendable, Equatable {
    /// The first line is 1; `nil` when it is the file as a whole.
    package var line: Int?
    /// A description of the problem and of a valid entry.
    package var message: String
    /// The file cannot be used; otherwise the rest of it counts.
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
