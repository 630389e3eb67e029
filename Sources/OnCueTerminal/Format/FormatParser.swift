// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import TextOutput

/// A single pass over a template.
struct FormatParser {
    private let letters: [Character]
    private var index = 0
    private var depth = 0

    init(_ text: String) {
        letters = Array(text.prefix(FormatTemplate.longest + 1))
    }

    /// Reads the whole template.
    mutating func template() throws(FormatError) -> FormatTemplate {
        guard letters.count <= FormatTemplate.longest else {
            throw FormatError(
                .tooLong, letters.count,
                "the template is too long; it can have at most \(FormatTemplate.longest) characters"
            )
        }
        return try pieces(in: .template)
    }

    // MARK: Text

    /// The enclosing part of the pieces being parsed.
    private enum Part {
        case template
        /// The part for a true condition: ends at `|` or `}`.
        case then
        /// The part for a false condition: ends at `}`.
        case otherwise
    }

    private var letter: Character? { index < letters.count ? letters[index] : nil }
    private var column: Int { index + 1 }

    private mutating func pieces(in part: Part) throws(FormatError) -> FormatTemplate {
        var pieces: [FormatTemplate.Piece] = []
        var text = ""
        while let letter {
            switch (letter, part) {
            case ("\\", _): text.append(try escape())
            case ("{", _):
                if !text.isEmpty { pieces.append(.text(text)) }
                text = ""
                pieces.append(try placeholder())
                continue
            case ("}", .template):
                throw FormatError(
                    .superfluousBrace, column, "there is no open brace to close here; write \\} for a literal brace")
            case ("|", .otherwise):
                throw FormatError(
                    .unexpectedCharacter, column, "a condition has at most two alternatives; write \\| for a literal |")
            case ("}", _), ("|", .then):
                if !text.isEmpty { pieces.append(.text(text)) }
                return FormatTemplate(pieces: pieces)
            default: text.append(letter)
            }
            index += 1
        }
        if !text.isEmpty { pieces.append(.text(text)) }
        return FormatTemplate(pieces: pieces)
    }

    /// Reads an escape, and stops at its last letter.
    private mutating func escape() throws(FormatError) -> Character {
        let start = column
        index += 1
        switch letter {
        case "n": return "\n"
        case "t": return "\t"
        case let sign? where "\\{}|\"".contains(sign): return sign
        default:
            throw FormatError(
                .badEscape, start, "\\ must be followed by n, t, \\, {, }, | or \"; write \\\\ for a literal backslash")
        }
    }

    // MARK: In braces

    private mutating func placeholder() throws(FormatError) -> FormatTemplate.Piece {
        let open = column
        index += 1
        depth += 1
        defer { depth -= 1 }
        guard depth <= FormatTemplate.deepest else {
            throw FormatError(.tooDeep, open, "braces can be nested at most \(FormatTemplate.deepest) deep")
        }
        if letter == "{" {
            throw FormatError(
                .doubledBrace, column,
                "a field has one brace on each side, as in {title}; write \\{ for a literal brace")
        }
        let sources = try sources(open)
        let word = letter == "=" ? try word(open) : nil
        let piece: FormatTemplate.Piece
        switch letter {
        case "?":
            index += 1
            let then = try pieces(in: .then)
            let otherwise = letter == "|" ? try elsePieces() : FormatTemplate()
            piece = .choice(sources, equals: word, then: then, otherwise: otherwise)
        case _ where word != nil:
            throw unclosed(open)
                ?? FormatError(.unexpectedCharacter, column, "expected ? after the value to compare with")
        case ":": piece = .value(sources, try form(open))
        default: piece = .value(sources, FormatForm())
        }
        guard letter == "}" else {
            throw unclosed(open) ?? FormatError(.unexpectedCharacter, column, "expected |, =, ?, : or } after a field")
        }
        index += 1
        return piece
    }

    private mutating func elsePieces() throws(FormatError) -> FormatTemplate {
        index += 1
        return try pieces(in: .otherwise)
    }

    /// Returns the error for the end of the text; `nil` before it.
    private func unclosed(_ open: Int) -> FormatError? {
        guard letter == nil else { return nil }
        return FormatError(.unclosedBrace, open, "the brace is never closed; expected }, or \\{ for a literal brace")
    }

    private mutating func sources(_ open: Int) throws(FormatError) -> [FormatTemplate.Source] {
        var sources = [try source(open)]
        while letter == "|" {
            index += 1
            sources.append(try source(open))
        }
        return sources
    }

    private mutating func source(_ open: Int) throws(FormatError) -> FormatTemplate.Source {
        skipSpaces()
        defer { skipSpaces() }
        if letter == "\"" { return .literal(try quoted()) }
        let start = column
        let name = run { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
        if let field = FormatField(name) { return .field(field) }
        guard !name.isEmpty else {
            throw unclosed(open) ?? FormatError(.missingField, column, "expected the name of a field, such as title")
        }
        let nearest = NearestWord.of(name, among: FormatField.names)
        throw FormatError(
            .unknownField, start,
            "there is no field \"\(TextLayout.truncate(name, to: 40))\""
                + (nearest.map { "; did you mean \($0)?" } ?? "; oncue help now lists the fields"))
    }

    private mutating func word(_ open: Int) throws(FormatError) -> String {
        index += 1
        skipSpaces()
        defer { skipSpaces() }
        if letter == "\"" { return try quoted() }
        let word = run { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
        guard !word.isEmpty else {
            throw unclosed(open)
                ?? FormatError(
                    .missingWord, column, "expected a value to compare with, such as playing or \"two words\"")
        }
        return word
    }

    private mutating func quoted() throws(FormatError) -> String {
        let open = column
        var text = ""
        index += 1
        while let letter, letter != "\"" {
            text.append(letter == "\\" ? try escape() : letter)
            index += 1
        }
        guard letter != nil else {
            throw FormatError(.unclosedQuote, open, "the quoted text is never closed; expected \"")
        }
        index += 1
        return text
    }

    private mutating func form(_ open: Int) throws(FormatError) -> FormatForm {
        var form = FormatForm()
        while letter == ":" {
            index += 1
            let start = column
            let word = run { $0.isASCII && ($0.isLetter || $0.isNumber || "<>^-".contains($0)) }
            if word.isEmpty, let error = unclosed(open) { throw error }
            if let reader = FormatForm.Reader(rawValue: word) {
                guard !form.readers.contains(reader) else { throw repeated(start) }
                form.readers.append(reader)
            } else {
                guard form.width == nil || !word.contains(where: \.isNumber) else { throw repeated(start) }
                form.width = try width(word, start)
            }
        }
        return form
    }

    private func repeated(_ column: Int) -> FormatError {
        FormatError(.repeatedForm, column, "a field can have one width, one json and one markup")
    }

    private func width(_ word: String, _ column: Int) throws(FormatError) -> FormatForm.Width {
        let alignment: TextLayout.Alignment? =
            switch word.first {
            case "<": .left
            case ">": .right
            case "^": .center
            default: nil
            }
        let digits = alignment == nil ? word : String(word.dropFirst())
        guard digits.contains(where: \.isNumber) else {
            throw FormatError(
                .unknownForm, column, "expected a width (30, <30, >30 or ^30), json or markup after the colon")
        }
        guard digits.utf8.count <= 4, let cells = Int(digits), (1...1000).contains(cells) else {
            throw FormatError(.badWidth, column, "expected a width from 1 to 1000, as in {title:30}")
        }
        return alignment.map { .exactly(cells, $0) } ?? .atMost(cells)
    }

    // MARK: Letters

    private mutating func skipSpaces() {
        while letter == " " { index += 1 }
    }

    private mutating func run(_ matches: (Character) -> Bool) -> String {
        let start = index
        while let letter, matches(letter) { index += 1 }
        return String(letters[start..<index])
    }
}
