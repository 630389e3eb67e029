// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The content of the screen: lines, and a picture of pixels over the first cells of some of them.
struct ScreenContent: Sendable, Equatable {
    var lines: [String]
    /// The text that draws the picture, with the lines that it covers.
    var picture: (rows: Range<Int>, text: String)?

    static func == (left: ScreenContent, right: ScreenContent) -> Bool {
        left.lines == right.lines && left.picture?.text == right.picture?.text
    }
}

/// The present content of the screen, so that only changed lines are written.
struct ScreenFrame: Sendable {
    /// Deletes the pictures of the kitty protocol, which are above the cells; other terminals ignore it.
    private static let deletePictures = "\u{1B}_Ga=d\u{1B}\\"

    private var lines: [String]?
    private var picture: String?

    /// Returns the text that changes the screen to these lines.
    mutating func update(_ new: [String]) -> String { update(ScreenContent(lines: new)) }

    /// Returns the text that changes the screen to this content.
    mutating func update(_ content: ScreenContent) -> String {
        var text = lines == nil ? "\u{1B}[2J" : ""
        var isSpoiled = lines == nil || picture != content.picture?.text
        if picture != nil, isSpoiled { text += Self.deletePictures }
        // Cells uncovered by a picture are rewritten.
        let wasCovered = isSpoiled && picture != nil
        for (index, line) in content.lines.enumerated() {
            if !wasCovered, let lines, lines.indices.contains(index), lines[index] == line { continue }
            // Cleared before, since a full line leaves the cursor on its last cell.
            text += "\u{1B}[\(index + 1);1H\u{1B}[K\(line)"
            if content.picture?.rows.contains(index) == true { isSpoiled = true }
        }
        if let shown = content.picture, isSpoiled { text += "\u{1B}[\(shown.rows.lowerBound + 1);1H" + shown.text }
        lines = content.lines
        picture = content.picture?.text
        return text
    }

    /// Forgets the content of the screen.
    mutating func forget() {
        lines = nil
    }
}
