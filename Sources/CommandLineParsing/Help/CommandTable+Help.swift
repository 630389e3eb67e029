// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension CommandTable {
    /// Returns the help of the program: its description, its commands by group, global options, exit statuses,
    /// environment.
    ///
    /// Lines are wrapped to `width` (at least 40), except that a single long word is not broken. The text ends with a
    /// line break.
    package func help(width: Int = 80, style: HelpStyle = .plain) -> String {
        help(for: [], width: width, style: style) ?? ""
    }

    /// The help of the command at `path` (names or aliases), nil if there is none; that of the program if empty.
    package func help(for path: [String], width: Int = 80, style: HelpStyle = .plain) -> String? {
        guard let chain = chain(to: path) else { return nil }
        var writer = HelpWriter(table: self, width: width, style: style)
        return writer.text(for: chain)
    }
}
