// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Emphasis in help text. It is applied after the layout, so escape sequences cost no room.
package struct HelpStyle: Sendable {
    /// Emphasis of section headings.
    package let heading: @Sendable (String) -> String
    /// Emphasis of words to type: commands and options.
    package let term: @Sendable (String) -> String

    /// A style with these two hooks.
    package init(heading: @escaping @Sendable (String) -> String, term: @escaping @Sendable (String) -> String) {
        self.heading = heading
        self.term = term
    }

    /// No emphasis: for pipes and files.
    package static let plain = HelpStyle(heading: { $0 }, term: { $0 })
    /// Bold headings, for terminals.
    package static let terminal = HelpStyle(heading: { "\u{1B}[1m\($0)\u{1B}[0m" }, term: { $0 })
}
