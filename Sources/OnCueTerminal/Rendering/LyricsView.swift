// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCore
internal import TextOutput

/// Lyrics as lines, as the part being sung, and as JSON.
enum LyricsView {
    /// Returns all lines: as plain text, or as LRC if they have times.
    static func lines(_ lyrics: Lyrics) -> [String] {
        lyrics.lines.map { line in
            (line.start.map { "[\(time($0))]" } ?? "") + TextLayout.printable(line.text)
        }
    }

    /// Returns exactly `rows` lines around the one at a position, which is emphasised; they start at the beginning if
    /// the lyrics have no times. Each fits in `width` cells.
    static func window(_ lyrics: Lyrics, at position: Duration, rows: Int, width: Int, style: Style) -> [String] {
        let current = lyrics.index(at: position)
        let first = max(0, min((current ?? 0) - rows / 2, lyrics.lines.count - rows))
        return (0..<rows).map { row in
            let index = first + row
            guard index < lyrics.lines.count else { return "" }
            let text = TextLayout.truncate(lyrics.lines[index].text, to: width - 2)
            if index == current { return "▶ " + style.bold(text) }
            return "  " + (lyrics.isTimed ? style.dim(text) : text)
        }
    }

    static func json(_ found: FoundLyrics) -> JSONValue {
        let lines = found.lyrics.lines
        return [
            "source": .string(found.source.rawValue), "timed": .bool(found.lyrics.isTimed),
            "total": .int(lines.count), "offset": .int(0),
            "items": .array(lines.map { ["start": .seconds($0.start), "text": .string($0.text)] }),
        ]
    }

    /// `01:02.50`
    private static func time(_ time: Duration) -> String {
        let hundredths = Int(time / .milliseconds(10))
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return "\(two(hundredths / 6000)):\(two(hundredths / 100 % 60)).\(two(hundredths % 100))"
    }
}
