// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The answers of OnCue in a language, looked up by the English ones.
///
/// An entry is a pair of texts with holes. `{name}` matches any text, `{name:number}` digits, `{name:known}` a text
/// that is already known by that name, such as a title with "by" in it, and `{name:phrase}` a text for which the table
/// has an entry. The first entry that matches is used.
package struct AnswerTable: Sendable {
    /// A piece of an entry.
    fileprivate enum Piece: Sendable, Equatable {
        case text(String)
        case hole(String, Kind)
    }

    fileprivate enum Kind: String {
        case any
        case number
        case known
        case phrase
    }

    private struct Entry: Sendable {
        var input: [Piece]
        var output: [Piece]
    }

    /// The deepest nesting of phrases.
    private static let depth = 4
    /// The longest answer, in bytes, and the most steps in matching it. Answers beyond these limits are not translated.
    private static let (longest, most) = (600, 3_000)

    private var entries: [Entry] = []

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    /// Adds an entry after the others.
    ///
    /// - Returns: The mistake in it; `nil` if it was added.
    mutating func add(_ input: String, _ output: String) -> String? {
        guard let input = Self.pieces(input), let output = Self.pieces(output) else {
            return "a hole is {name}, {name:number}, {name:known} or {name:phrase}"
        }
        let names = input.compactMap(\.name)
        if Set(names).count < names.count { return "each hole has a name of its own" }
        if zip(input, input.dropFirst()).contains(where: { $0.name != nil && $1.name != nil }) {
            return "two holes need a text between them"
        }
        if let unknown = output.compactMap(\.name).first(where: { !names.contains($0) }) {
            return "there is no hole \"\(unknown)\" in \"in\""
        }
        entries.append(Entry(input: input, output: output))
        return nil
    }

    private static func pieces(_ text: String) -> [Piece]? {
        var (pieces, rest): ([Piece], Substring) = ([], text[...])
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}") else { return nil }
            let parts = rest[rest.index(after: open)..<close].split(separator: ":", omittingEmptySubsequences: false)
            guard let name = parts.first, !name.isEmpty, parts.count <= 2,
                let kind = parts.count == 1 ? .any : Kind(rawValue: String(parts[1]))
            else { return nil }
            pieces.append(.hole(String(name), kind))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        return pieces
    }

    // MARK: Translating

    /// Returns an answer in the language.
    ///
    /// - Parameters:
    ///   - answer: The answer in English.
    ///   - known: Texts that the answer may contain, by name.
    /// - Returns: `nil` if there is no entry for it.
    /// - Complexity: O(entries), and bounded in the holes of an entry.
    package func translated(_ answer: String, known: [String: String] = [:]) -> String? {
        guard answer.utf8.count <= Self.longest else { return nil }
        var steps = 0
        return translated(answer[...], known, Self.depth, &steps)
    }

    private func translated(
        _ answer: Substring, _ known: [String: String], _ depth: Int, _ steps: inout Int
    ) -> String? {
        guard depth > 0 else { return nil }
        for entry in entries {
            var found: [String: String] = [:]
            if fits(entry.input[...], answer, known, depth, &found, &steps) {
                return entry.output.map { piece in
                    switch piece {
                    case .text(let text): text
                    case .hole(let name, _): found[name] ?? ""
                    }
                }.joined()
            }
        }
        return nil
    }

    private func fits(
        _ pieces: ArraySlice<Piece>, _ text: Substring, _ known: [String: String], _ depth: Int,
        _ found: inout [String: String], _ steps: inout Int
    ) -> Bool {
        steps += 1
        guard steps < Self.most else { return false }
        guard let first = pieces.first else { return text.isEmpty }
        let rest = pieces.dropFirst()
        switch first {
        case .text(let words):
            guard text.hasPrefix(words) else { return false }
            return fits(rest, text.dropFirst(words.count), known, depth, &found, &steps)
        case .hole(let name, .known):
            guard let words = known[name], !words.isEmpty, text.hasPrefix(words) else { return false }
            found[name] = words
            return fits(rest, text.dropFirst(words.count), known, depth, &found, &steps)
        case .hole(let name, .number):
            let digits = text.prefix { $0.isASCII && $0.isNumber }
            guard !digits.isEmpty else { return false }
            found[name] = String(digits)
            return fits(rest, text.dropFirst(digits.count), known, depth, &found, &steps)
        case .hole(let name, let kind):
            var ends = [text.endIndex]
            if case .text(let words)? = rest.first { ends = Self.beginnings(of: words, in: text) }
            for end in ends where end > text.startIndex {
                let words = text[..<end]
                guard let value = kind == .phrase ? translated(words, known, depth - 1, &steps) : String(words) else {
                    continue
                }
                found[name] = value
                if fits(rest, text[end...], known, depth, &found, &steps) { return true }
            }
            return false
        }
    }

    private static func beginnings(of words: String, in text: Substring) -> [Substring.Index] {
        text.indices.filter { text[$0...].hasPrefix(words) }
    }
}

extension AnswerTable.Piece {
    fileprivate var name: String? {
        if case .hole(let name, _) = self { name } else { nil }
    }
}
