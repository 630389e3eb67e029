// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// The playing track on a terminal: the lines with the cover beside them.
struct NowCard {
    /// The cells of the cover: a square in most fonts.
    static let columns = 18
    static let rows = 9
    /// The least size of a terminal with room for it.
    private static let leastWidth = 60
    private static let leastHeight = 12
    private static let gap = 2

    let screen: Screen

    /// Whether there is room for a picture, on a terminal with colours, which the user may have switched off.
    var hasRoom: Bool {
        screen.isTerminal && screen.usesColor && min(screen.columns, screen.width) >= Self.leastWidth
            && screen.rows >= Self.leastHeight
    }

    /// The rest of the screen beside the picture.
    var besidePicture: Screen {
        var beside = screen
        beside.width = screen.width - Self.columns - Self.gap
        return beside
    }

    /// Returns the file of the cover; `nil` if it is not on this machine.
    static func file(_ now: NowPlayingReport) -> [UInt8]? {
        now.entry?.artURL.flatMap { MediaLocation(uri: $0)?.filePath }
    }

    /// Returns the picture on the left, the lines on its right, and the cursor on the line below.
    static func text(picture: String, lines: [String]) -> String {
        // The room is made first, so that nothing scrolls during drawing.
        let height = max(rows, lines.count)
        let room = String(repeating: "\n", count: height + 1) + "\u{1B}[\(height + 1)A"
        let column = "\u{1B}[\(columns + gap + 1)G"
        let top = max(0, (rows - lines.count) / 2)
        let beside = String(repeating: "\n", count: top) + lines.map { column + $0 + "\n" }.joined()
        let rest = String(repeating: "\n", count: height - top - lines.count)
        return room + "\u{1B}7" + picture + "\u{1B}8" + beside + rest
    }
}
