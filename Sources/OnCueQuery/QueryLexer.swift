// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A token of a query, and its position.
struct QueryToken: Equatable {
    enum Kind: Equatable {
        case open
        case close
        case and
        case or
        case minus
        case term(QueryTerm)
    }

    var kind: Kind
    /// The column of the first character, counted from 1.
    var column: Int
}

/// A word, a quoted text, or either after the name of a field.
struct QueryTerm: Equatable {
    /// The word before the colon, in lower case.
    var field: String?
    var value: String
    var valueColumn: Int
    var isQuoted = false
    /// Whether the closing quote is present, which it is not yet during typing.
    var isClosed = false
}

/// Divides the text of a query into tokens.
struct QueryLexer {
    private let text: [Character]
    private var index = 0

    init(_ text: String) {
        self.text = Array(text)
    }

    /// The column after the last character.
    var endColumn: Int { text.count + 1 }

    /// Returns the next token, or `nil` at the end.
    mutating func next() -> QueryToken? {
        while index < text.count, Self.isSpace(text[index]) { index += 1 }
        guard index < text.count else { return nil }
        let column = index + 1
        switch text[index] {
        case "(":
            index += 1
            return QueryToken(kind: .open, column: column)
        case ")":
            index += 1
            return QueryToken(kind: .close, column: column)
        case "\"": return QueryToken(kind: .term(quoted()), column: column)
        case "-" where isNegation:
            index += 1
            return QueryToken(kind: .minus, column: column)
        default: return QueryToken(kind: word(), column: column)
        }
    }

    /// Whether the minus here is directly before the text that it excludes; several of them, or a single one, are text.
    private var isNegation: Bool {
        guard index + 1 < text.count else { return false }
        let next = text[index + 1]
        return next != "-" && next != ")" && !Self.isSpace(next)
    }

    private mutating func quoted(field: String? = nil) -> QueryTerm {
        let start = index + 1
        let end = text[start...].firstIndex(of: "\"")
        index = end.map { $0 + 1 } ?? text.count
        return QueryTerm(
            field: field, value: String(text[start..<(end ?? text.count)]), valueColumn: start, isQuoted: true,
            isClosed: end != nil)
    }

    private mutating func word() -> QueryToken.Kind {
        let start = index
        while index < text.count, !Self.endsWord(text[index]) {
            if text[index] == ":", let field = fieldName(start..<index), isFieldHere(field) {
                index += 1
                if index < text.count, text[index] == "\"" { return .term(quoted(field: field)) }
                let valueStart = index
                while index < text.count, !Self.endsWord(text[index]) { index += 1 }
                return .term(
                    QueryTerm(field: field, value: String(text[valueStart..<index]), valueColumn: valueStart + 1))
            }
            index += 1
        }
        let word = String(text[start..<index])
        switch word {
        case "OR", "|": return .or
        case "AND": return .and
        default: return .term(QueryTerm(value: word, valueColumn: start + 1))
        }
    }

    private func fieldName(_ range: Range<Int>) -> String? {
        guard !range.isEmpty, range.count <= 32, text[range].allSatisfy({ $0.isASCII && $0.isLetter }) else {
            return nil
        }
        return String(text[range]).lowercased()
    }

    /// Returns whether the word before the colon here is the name of a field. An unknown word with a colon at its end
    /// is part of a title: `Mission: Impossible`.
    private func isFieldHere(_ name: String) -> Bool {
        if QueryField(name) != nil { return true }
        return index + 1 < text.count && !Self.isSpace(text[index + 1])
    }

    private static func isSpace(_ character: Character) -> Bool {
        character.isWhitespace || character.unicodeScalars.allSatisfy { $0.value < 0x20 || $0.value == 0x7F }
    }

    private static func endsWord(_ character: Character) -> Bool {
        character == "\"" || character == "(" || character == ")" || isSpace(character)
    }
}
