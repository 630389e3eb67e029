// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension ContentQuery {
    /// Whether a text uses the query language: it has a field, excludes something, joins with `OR`, or consists of marks
    /// such as `favourite`. Everything else is words, quotes and parentheses included.
    ///
    /// A text that uses it wrongly does so, too; reading it tells where the mistake is.
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
