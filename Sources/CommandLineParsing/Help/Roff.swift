// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import TextOutput

/// Pieces of roff.
enum Roff {
    /// The beginning of a page.
    static func head(_ title: String, section: Int, date: String, source: String, summary: String) -> [String] {
        [
            #".TH "\#(text(title.uppercased()))" "\#(section)" "\#(self.date(date))" "\#(text(source))""#,
            ".SH NAME", #"\#(text(title)) \- \#(text(summary))"#,
        ]
    }

    /// Returns the text as one line that roff prints literally.
    static func text(_ text: String) -> String {
        var result = ""
        for character in TextLayout.printable(text) {
            switch character {
            case "\\": result += #"\(rs"#
            case "-": result += #"\-"#
            case "'": result += #"\(aq"#
            case "\"": result += #"\(dq"#
            case ".": result += result.isEmpty ? #"\&."# : "."
            default: result.append(character)
            }
        }
        while result.last == " " { result.removeLast() }
        return result
    }

    /// Returns the text with unescaped hyphens, without which it is not recognised as a date.
    static func date(_ text: String) -> String {
        text.split(separator: "-", omittingEmptySubsequences: false).map { Self.text(String($0)) }.joined(
            separator: "-")
    }

    static func heading(_ title: String) -> String { text(title.uppercased()) }

    static func section(_ title: String, _ content: [String]) -> [String] {
        content.isEmpty ? [] : [".SH \(title)"] + content
    }

    /// Paragraphs directly after a heading, which already begins the first one.
    static func paragraphs(_ text: String) -> [String] {
        Array(TextLayout.paragraphs(of: text).map { [Self.text($0)] }.joined(separator: [".PP"]))
    }

    static func entry(_ term: String, _ meaning: String) -> [String] {
        [".TP", #"\fB\#(text(term))\fR"#, text(meaning)]
    }

    static func entries(_ terms: [DocumentedTerm]) -> [String] { terms.flatMap { entry($0.term, $0.meaning) } }
}
