// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The present content of the screen, so that only lines that differ are written.
struct BrowserFrame: Sendable {
    private var lines: [String]?

    /// The text that brings the screen to these lines.
    mutating func update(_ new: [String]) -> String {
        var text = lines == nil ? "\u{1B}[2J" : ""
        for (index, line) in new.enumerated() {
            if let lines, lines.indices.contains(index), lines[index] == line { continue }
            // Cleared before, since a full line leaves the cursor on its last cell.
            text += "\u{1B}[\(index + 1);1H\u{1B}[K\(line)"
        }
        lines = new
        return text
    }

    /// Forgets the content of the screen.
    mutating func forget() {
        lines = nil
    }
}
