// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Text in the cells of a terminal: width, safe form, cutting and padding.
///
/// Widths count cells as `wcwidth` does, scalar by scalar: wide East Asian letters and emoji 2, combining and
/// invisible ones 0. An emoji joined from several counts each of them, because many terminals draw it so; where
/// a terminal joins them a line comes out shorter than counted, never longer.
package enum TextLayout {
    /// More invisible scalars on one letter than any script needs; the rest is dropped from printed text.
    private static let mostMarksPerLetter = 16

    // MARK: Safe text

    /// The text on one line and free of anything that steers a terminal: line breaks and tabs become spaces,
    /// other control characters and direction overrides `?`, and heaps of combining marks are cut.
    ///
    /// The result is never wider than the text.
    package static func printable(_ text: String) -> String {
        guard !isPlain(text) else { return text }
        var result = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09...0x0D, 0x85, 0x2028, 0x2029:
                result.append(" ")
            case _ where scalar.isSteering:
                result.append("?")
            default:
                marks = scalar.cellWidth == 0 ? marks + 1 : 0
                if marks <= mostMarksPerLetter { result.append(scalar) }
                continue
            }
            marks = 0
        }
        return String(result)
    }

    /// Returns whether the text is entirely printable ASCII, where bytes, letters and cells are the same.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    // MARK: Width

    /// The number of cells that the printable form of the text fills.
    package static func width(of text: String) -> Int {
        if isPlain(text) { return text.utf8.count }
        return printable(text).reduce(0) { $0 + width(of: $1) }
    }

    /// Returns the number of cells of one letter with its marks, 0 for a single mark.
    package static func width(of character: Character) -> Int {
        var sum = 0
        var last: Unicode.Scalar?
        for scalar in character.unicodeScalars {
            if scalar.value == 0xFE0F, let base = last, base.properties.isEmoji, base.cellWidth == 1 {
                // Emoji presentation makes a narrow symbol wide.
                sum += 1
            } else {
                sum += scalar.cellWidth
            }
            last = scalar
        }
        return sum
    }

    // MARK: Cutting and padding

    /// The printable text, cut at its end to at most `limit` cells with an ellipsis in the last one.
    ///
    /// Letters are never split. A limit of 0 or less gives an empty text.
    package static func truncate(_ text: String, to limit: Int) -> String {
        guard limit > 0 else { return "" }
        let text = printable(text)
        guard width(of: text) > limit else { return text }
        var kept = ""
        var cells = 0
        for character in text {
            cells += width(of: character)
            if cells > limit - 1 { break }
            kept.append(character)
        }
        while kept.last == " " { kept.removeLast() }
        return kept + "…"
    }

    /// Returns the printable text, cut in its middle to at most `limit` cells with an ellipsis: for paths, whose end is
    /// most informative.
    ///
    /// Letters are never split. A limit of 0 or less returns an empty text.
    package static func shorten(_ text: String, to limit: Int) -> String {
        guard limit > 0 else { return "" }
        let text = printable(text)
        guard width(of: text) > limit else { return text }
        let headRoom = (limit - 1) / 3
        let tail = String(taken(text.reversed(), cells: limit - 1 - headRoom).reversed())
        return String(taken(text, cells: headRoom)) + "…" + tail
    }

    /// Returns the first letters that fit in a number of cells.
    private static func taken(_ letters: some Sequence<Character>, cells: Int) -> [Character] {
        var rest = cells
        return Array(
            letters.prefix { letter in
                rest -= width(of: letter)
                return rest >= 0
            })
    }

    /// The alignment of text in a column.
    package enum Alignment: Sendable, Equatable {
        case left
        case right
        case center
    }

    /// The printable text brought to exactly `width` cells, with spaces or by cutting.
    package static func fit(_ text: String, to width: Int, alignment: Alignment = .left) -> String {
        let cut = truncate(text, to: width)
        let missing = max(0, width - Self.width(of: cut))
        let before =
            switch alignment {
            case .left: 0
            case .right: missing
            case .center: missing / 2
            }
        return String(repeating: " ", count: before) + cut + String(repeating: " ", count: missing - before)
    }
}
