// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension TextLayout {
    /// Returns the text in lines of at most `width` cells, broken at spaces. There are no trailing spaces.
    ///
    /// Line breaks in the text count as spaces. The first line begins with `indent` spaces, others with `hangingIndent`
    /// (the same if nil). A word that does not fit in a line gets one of its own and is too wide, or is broken between
    /// letters if `breaksWords`. A blank text returns no lines.
    package static func wrap(
        _ text: String, to width: Int, indent: Int = 0, hangingIndent: Int? = nil, breaksWords: Bool = false
    ) -> [String] {
        let margins = (first: spaces(indent), others: spaces(hangingIndent ?? indent))
        var lines: [String] = []
        var line = margins.first
        var cells = indent
        var isEmpty = true
        func flush() {
            lines.append(line)
            line = margins.others
            cells = hangingIndent ?? indent
            isEmpty = true
        }
        for word in printable(text).split(separator: " ") {
            let room = width - (hangingIndent ?? indent)
            for piece in breaksWords ? pieces(of: word, room: room) : [String(word)] {
                let pieceWidth = self.width(of: piece)
                if !isEmpty && cells + 1 + pieceWidth > width { flush() }
                // The first line may be indented so far that not even an empty one has room.
                if isEmpty && lines.isEmpty && cells > (hangingIndent ?? indent) && cells + pieceWidth > width {
                    line = margins.others
                    cells = hangingIndent ?? indent
                }
                line += isEmpty ? piece : " " + piece
                cells += pieceWidth + (isEmpty ? 0 : 1)
                isEmpty = false
            }
        }
        if !isEmpty { flush() }
        return lines
    }

    /// Paragraphs, separated by blank lines in the text, each wrapped and with a blank line between.
    package static func wrapParagraphs(_ text: String, to width: Int, indent: Int = 0) -> [String] {
        var result: [String] = []
        for paragraph in paragraphs(of: text) {
            if !result.isEmpty { result.append("") }
            result += wrap(paragraph, to: width, indent: indent)
        }
        return result
    }

    /// The parts of the text between blank lines, without empty ones.
    package static func paragraphs(of text: String) -> [String] {
        var paragraphs = [""]
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.allSatisfy({ $0 == " " }) {
                paragraphs.append("")
            } else {
                paragraphs[paragraphs.count - 1] += line + " "
            }
        }
        return paragraphs.filter { !$0.isEmpty }
    }

    /// Returns `count` spaces; none for a negative number.
    package static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

    /// The word in pieces that fit in `room` cells; at least one letter each.
    private static func pieces(of word: Substring, room: Int) -> [String] {
        guard width(of: String(word)) > room else { return [String(word)] }
        var pieces: [String] = []
        var piece = ""
        var cells = 0
        for character in word {
            let width = width(of: character)
            if !piece.isEmpty && cells + width > room {
                pieces.append(piece)
                piece = ""
                cells = 0
            }
            piece.append(character)
            cells += width
        }
        return piece.isEmpty ? pieces : pieces + [piece]
    }
}
