// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// A word, a number or a mark of a sentence.
struct SentenceWord: Equatable {
    /// The folded word, without apostrophes.
    let text: String
    /// The position in the sentence.
    let range: Range<String.Index>

    /// Whether it is a mark that is silent in a name.
    var isSilentInNames: Bool { text == "&" || text == "+" || text == "-" }

    /// Divides a text into words, in one pass.
    ///
    /// Case, accents, apostrophes and other punctuation are ignored. A word ends between letters and digits, so `20min`
    /// and `20 min` are the same. These marks are kept: `%` and `&`; `+` and `-` before a number; `:`, `.` and `,`
    /// between digits.
    ///
    /// - Complexity: O(*n*).
    static func divide(_ text: String) -> [SentenceWord] {
        var divider = WordDivider(text)
        return divider.words()
    }
}

private struct WordDivider {
    private enum Part { case letter, digit, apostrophe, mark, other }

    private let text: String
    private let scalars: String.UnicodeScalarView
    private var index: String.Index
    private var found: [SentenceWord] = []

    init(_ text: String) {
        self.text = text
        scalars = text.unicodeScalars
        index = scalars.startIndex
    }

    mutating func words() -> [SentenceWord] {
        var isAfterWord = false
        while index < scalars.endIndex {
            let start = index
            let part = part(at: index)
            switch part {
            case .letter, .digit:
                take(part)
                isAfterWord = true
            case .mark:
                index = scalars.index(after: index)
                if isMeant(scalars[start], isAfterWord: isAfterWord) { append(start..<index) }
                isAfterWord = false
            case .apostrophe, .other:
                index = scalars.index(after: index)
                isAfterWord = false
            }
        }
        return found
    }

    private mutating func take(_ part: Part) {
        let start = index
        var end = index
        while index < scalars.endIndex {
            let next = self.part(at: index)
            guard next == part || (next == .apostrophe && part == .letter) else { break }
            index = scalars.index(after: index)
            if next == part { end = index }
        }
        append(start..<end)
    }

    private mutating func append(_ range: Range<String.Index>) {
        var folded = TextFolding.fold(String(scalars[range]))
        if folded.utf8.contains(UInt8(ascii: "'")) { folded.removeAll { $0 == "'" } }
        switch folded {
        case "\u{2212}": folded = "-"
        case ",": folded = "."
        default: break
        }
        if !folded.isEmpty { found.append(SentenceWord(text: folded, range: range)) }
    }

    private func isMeant(_ mark: Unicode.Scalar, isAfterWord: Bool) -> Bool {
        let isBeforeDigit = index < scalars.endIndex && part(at: index) == .digit
        switch mark {
        case "%", "&": return true
        case "+", "-", "\u{2212}":
            let next = scalars[index...].first { $0 != " " }
            return !isAfterWord && next.map { ("0"..."9").contains($0) } == true
        default:
            guard isBeforeDigit, isAfterWord, let last = found.last else { return false }
            return last.text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
    }

    private func part(at index: String.Index) -> Part {
        let scalar = scalars[index]
        switch scalar {
        case "0"..."9": return .digit
        case "a"..."z", "A"..."Z": return .letter
        case "'", "\u{2018}", "\u{2019}", "\u{2BC}": return .apostrophe
        case "%", "&", "+", "-", "\u{2212}", ":", ".", ",": return .mark
        default: return !scalar.isASCII && TextWords.isPartOfWord(scalar) ? .letter : .other
        }
    }
}
