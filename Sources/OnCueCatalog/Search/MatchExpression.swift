// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueQuery
internal import SQLite

/// Texts of a query in the language of the full-text index.
///
/// Every word is quoted, so typed text has no special meaning there.
struct MatchExpression {
    let kind: SearchKind
    /// The words with a typed beginning; `nil` lets the index search for the beginning itself.
    var beginnings: [String: [String]] = [:]
    /// The corrections of mistyped words.
    var corrections: [String: [String]] = [:]

    /// Returns the expression of a condition that consists of words only; `nil` for any other, and if the kind has no
    /// such field.
    func expression(_ condition: QueryCondition) -> String? {
        switch condition {
        case .text(let text):
            guard !text.words.isEmpty, text.field != .folder || kind == .folder else { return nil }
            guard let field = text.field else { return words(text) }
            return kind.column(field).map { "{\($0)} : " + words(text) }
        case .any(let parts): return joined(parts, " OR ")
        case .all(let parts): return parts.isEmpty ? nil : joined(parts, " AND ")
        default: return nil
        }
    }

    private func joined(_ parts: [QueryCondition], _ operation: String) -> String? {
        var texts: [String] = []
        for part in parts {
            guard let text = expression(part) else { return nil }
            texts.append(text)
        }
        return "(" + texts.joined(separator: operation) + ")"
    }

    private func words(_ text: QueryText) -> String {
        guard let last = text.words.last else { return "\"\"" }
        let front = text.words.dropLast()
        guard !text.isWhole else { return phrase(front, last) }
        var forms = last.unicodeScalars.count > 3 ? beginnings[last].map { $0.map { phrase(front, $0) } } : nil
        forms = forms ?? [phrase(front, last) + " *"]
        if front.isEmpty { forms? += (corrections[last] ?? []).map { phrase([], $0) } }
        return "(" + (forms ?? []).joined(separator: " OR ") + ")"
    }

    private func phrase(_ front: ArraySlice<String>, _ last: String) -> String {
        "\"" + (front + [last]).joined(separator: " ") + "\""
    }

    /// Returns the expression for titles that begin with these words.
    func titleStart(_ words: [String]) -> String? {
        guard let last = words.last else { return nil }
        let front = words.dropLast()
        let forms =
            last.unicodeScalars.count > 3
            ? beginnings[last].map { $0.map { "^ " + phrase(front, $0) } } : nil
        return "{title} : (" + (forms ?? ["^ " + phrase(front, last) + " *"]).joined(separator: " OR ") + ")"
    }
}
