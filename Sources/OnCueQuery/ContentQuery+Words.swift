// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension ContentQuery {
    /// Returns whether a text uses the query language: it has a field, an exclusion, an `OR`, or consists of flags such
    /// as `favourite`. Any other text is words, including quotes and parentheses.
    ///
    /// A text with a mistake in its query syntax counts as well; parsing it reports the position of the mistake.
    ///
    /// - Complexity: O(*n*) in the first ``lengthLimit`` characters.
    package static func isMoreThanWords(_ text: String) -> Bool {
        var lexer = QueryLexer(String(text.prefix(lengthLimit)))
        var (words, marks) = (0, 0)
        while let token = lexer.next() {
            switch token.kind {
            case .minus, .or: return true
            case .term(let term) where term.field != nil: return true
            case .term(let term) where !term.isQuoted && QueryFlag(word: term.value.lowercased()) != nil: marks += 1
            case .term: words += 1
            case .open, .close, .and: break
            }
        }
        return words == 0 && marks > 0
    }
}
