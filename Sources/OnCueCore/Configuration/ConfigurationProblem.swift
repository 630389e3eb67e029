// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Something that is wrong with a configuration file.
package struct ConfigurationProblem: Sendable, Equatable {
    /// The first line is 1; `nil` when it is the file as a whole.
    package var line: Int?
    /// What is wrong and what would be right.
    package var message: String
    /// The file cannot be used; otherwise the rest of it counts.
    package var isFatal: Bool

    package init(line: Int?, message: String, isFatal: Bool = true) {
        self.line = line
        self.message = message
        self.isFatal = isFatal
    }

    /// The line, if there is one, and what is wrong in it.
    package var sentence: String { (line.map { "line \($0): " } ?? "") + message }
}

extension String {
    /// What a person wrote, for a sentence: its beginning where it is long.
    var inShort: String { count > 60 ? prefix(60) + "…" : self }
}
