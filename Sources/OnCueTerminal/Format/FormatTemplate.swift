// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import TextOutput

/// A template of `oncue now --format`, parsed once and filled in for every line.
///
/// `{title}` is a field, `{streamTitle|title|"nothing"}` the first known value of several, `{title:30}` a value cut to
/// 30 cells, `{artist?{artist} – }` a part that appears only if the field is known, with the alternative after `|`. The
/// grammar is in Documentation/now.md.
struct FormatTemplate: Equatable, Sendable {
    /// A part of a template.
    indirect enum Piece: Equatable, Sendable {
        case text(String)
        case value([Source], FormatForm)
        case choice([Source], equals: String?, then: FormatTemplate, otherwise: FormatTemplate)
    }

    /// The source of a value.
    enum Source: Equatable, Sendable {
        case field(FormatField)
        case literal(String)

        func value(in now: JSONValue) -> FormatValue {
            switch self {
            case .field(let field): field.value(in: now)
            case .literal(let text): FormatValue(.string(text))
            }
        }
    }

    /// The most letters of a template.
    static let longest = 4096
    /// The most bytes of a generated line, before the ellipsis that marks a longer one.
    static let longestLine = 65_536
    /// The deepest nesting of conditions.
    static let deepest = 16

    var pieces: [Piece] = []

    /// Reads a template.
    ///
    /// - Complexity: linear in the length of the text.
    init(_ text: String) throws(FormatError) {
        var parser = FormatParser(text)
        self = try parser.template()
    }

    init(pieces: [Piece] = []) {
        self.pieces = pieces
    }

    /// Fills in the template from an object of `oncue now --json`.
    func text(_ now: JSONValue) -> String {
        var line = ""
        append(to: &line, now)
        guard line.utf8.count > Self.longestLine else { return line }
        var end = line.utf8.index(line.startIndex, offsetBy: Self.longestLine)
        while end.samePosition(in: line.unicodeScalars) == nil { end = line.utf8.index(before: end) }
        return line[..<end] + "…"
    }

    /// Whether a line changes during playback without an event.
    var isMoving: Bool {
        pieces.contains { piece in
            switch piece {
            case .text: false
            case .value(let sources, _): Self.isMoving(sources)
            case .choice(let sources, let word, let then, let otherwise):
                (word != nil && Self.isMoving(sources)) || then.isMoving || otherwise.isMoving
            }
        }
    }

    private static func isMoving(_ sources: [Source]) -> Bool {
        sources.contains { if case .field(let field) = $0 { field.isMoving } else { false } }
    }

    private func append(to line: inout String, _ now: JSONValue) {
        for piece in pieces where line.utf8.count <= Self.longestLine {
            switch piece {
            case .text(let text): line += text
            case .value(let sources, let form): line += form.apply(to: Self.first(sources, now).text)
            case .choice(let sources, let word, let then, let otherwise):
                let value = Self.first(sources, now)
                let holds = word.map { value.text == $0 } ?? value.holds
                (holds ? then : otherwise).append(to: &line, now)
            }
        }
    }

    /// Returns the first value that is true as a condition, or the last one if there is none.
    private static func first(_ sources: [Source], _ now: JSONValue) -> FormatValue {
        var value = FormatValue(nil)
        for source in sources where !value.holds { value = source.value(in: now) }
        return value
    }
}

/// The format of a value.
struct FormatForm: Equatable, Sendable {
    enum Width: Equatable, Sendable {
        /// Cut if it is wider.
        case atMost(Int)
        /// Cut or filled with spaces.
        case exactly(Int, TextLayout.Alignment)
    }

    /// The program for which the line is escaped, if it is not for display.
    enum Reader: String, CaseIterable, Sendable {
        case json
        case markup
    }

    var width: Width?
    /// The readers, each once, in the order in which the text is escaped for them.
    var readers: [Reader] = []

    func apply(to text: String) -> String {
        let cut =
            switch width {
            case nil: text
            case .atMost(let cells): TextLayout.truncate(text, to: cells)
            case .exactly(let cells, let alignment): TextLayout.fit(text, to: cells, alignment: alignment)
            }
        return readers.reduce(cut) { text, reader in
            switch reader {
            // Without the surrounding quotes, which are in the template.
            case .json: String(JSONValue.string(text).text(.compact).dropFirst().dropLast())
            case .markup: Self.markup(text)
            }
        }
    }

    /// Escapes by scalars: a combining mark after a sign would make it another character, which markup readers do not
    /// consider.
    private static func markup(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&apos;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
