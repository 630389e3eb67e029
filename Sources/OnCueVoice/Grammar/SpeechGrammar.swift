// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueSentences

/// A grammar for a recogniser: phrases in the form of JSGF, with a dictionary of just their words.
///
/// A word with characters other than the letters a to z is represented by a made-up token, so that no character of a
/// name in the library can have a meaning in the grammar.
package struct SpeechGrammar: Sendable {
    /// The grammar.
    package let text: String
    /// The dictionary: a word and its sounds in each line.
    package let dictionary: String
    /// The number of names that are left out because the pronunciation of one of their words is unknown.
    package let leftOut: Int
    /// Each way to say something, with the number of its meaning.
    private let ways: [(meaning: Int, words: String)]
    /// The words by the tokens that represent them.
    private let made: [String: String]

    /// Returns every word of phrases and names, whose pronunciations are needed.
    package static func words(of phrases: PhraseList, _ names: [SpokenName]) -> Set<String> {
        var words: Set<String> = []
        for template in phrases.sentences + phrases.lists.values.joined() { collect(template.expression, &words) }
        for name in names.prefix(SpokenName.most) { words.formUnion(name.words ?? []) }
        return words
    }

    /// - Parameters:
    ///   - names: Those after the first ``SpokenName/most`` are left out.
    ///   - pronunciations: A phrase or a name with a word that is not in it is left out.
    package init(_ phrases: PhraseList, _ names: [SpokenName], _ pronunciations: Pronunciations) {
        var made: [String: String] = [:]
        var lines: [String] = []
        var tokens: [String: String] = [:]
        let token = { (word: String) -> String? in
            if let token = tokens[word] { return token }
            guard let sounds = pronunciations[word] else { return nil }
            let isPlain = word.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            let token = isPlain ? word : "made\(made.count)x"
            if !isPlain { made[token] = word }
            tokens[word] = token
            for (index, sounds) in sounds.enumerated() {
                lines.append(token + (index == 0 ? "" : "(\(index + 1))") + " " + sounds)
            }
            return token
        }
        var lists: [String: [String]] = [:]
        for (list, templates) in phrases.lists.sorted(by: { $0.key < $1.key }) {
            lists[list] = templates.compactMap { Self.rule($0.expression, { _ in nil }, token) }
        }
        var taken = 0
        for name in Self.unique(names) {
            guard let words = name.words else { continue }
            let spoken = words.compactMap(token)
            guard spoken.count == words.count else { continue }
            lists[name.list.rawValue, default: []].append(spoken.joined(separator: " "))
            taken += 1
        }
        let known = lists.filter { !$0.value.isEmpty }
        let sentences = phrases.sentences.compactMap {
            Self.rule($0.expression, { known[$0] == nil ? nil : "<\($0)>" }, token)
        }
        var grammar = ["#JSGF V1.0;", "grammar oncue;"]
        for (list, values) in known.sorted(by: { $0.key < $1.key }) {
            grammar.append("<\(list)> = " + values.joined(separator: " | ") + ";")
        }
        grammar.append("public <phrase> = " + sentences.joined(separator: " | ") + ";")
        text = grammar.joined(separator: "\n") + "\n"
        dictionary = lines.joined(separator: "\n") + "\n"
        leftOut = names.count - taken
        ways = Self.ways(phrases, known, token)
        self.made = made
    }

    /// Returns the recognised phrase with its words as they are written.
    package func sentence(_ heard: String) -> String {
        heard.split(separator: " ").map { made[String($0)] ?? String($0) }.joined(separator: " ")
    }

    /// Returns the grammar of all phrases with another meaning than the recognised one; `nil` if there are none.
    ///
    /// - Complexity: linear in all phrases with all names.
    package func rivals(of heard: String) -> String? {
        let meanings = Set(ways.lazy.filter { $0.words == heard }.map(\.meaning))
        let others = ways.filter { !meanings.contains($0.meaning) && $0.words != heard }.map(\.words)
        guard !others.isEmpty else { return nil }
        return "#JSGF V1.0;\ngrammar rivals;\npublic <rival> = " + others.joined(separator: " | ") + ";\n"
    }

    /// Returns all phrases with all values. Variants of a sentence, such as with and without an article, have the same
    /// meaning.
    private static func ways(
        _ phrases: PhraseList, _ lists: [String: [String]], _ token: (String) -> String?
    ) -> [(meaning: Int, words: String)] {
        var ways: [(meaning: Int, words: String)] = []
        var meanings: [String: Int] = [:]
        for (index, template) in phrases.sentences.enumerated() {
            for way in self.ways(template.expression, lists, token) {
                let key = "\(index) " + way.values.joined(separator: ",")
                let meaning = meanings[key] ?? meanings.count
                meanings[key] = meaning
                ways.append((meaning, way.words.joined(separator: " ")))
            }
        }
        return ways
    }

    private typealias Way = (words: [String], values: [String])

    private static func ways(
        _ expression: SentenceExpression, _ lists: [String: [String]], _ token: (String) -> String?
    ) -> [Way] {
        switch expression {
        case .space: return [([], [])]
        case .text(let text): return token(text).map { [([$0], [])] } ?? []
        case .list(let reference): return (lists[reference.list] ?? []).map { ([$0], [$0]) }
        case .rule, .permutation: return []
        case .alternatives(let parts): return parts.flatMap { ways($0, lists, token) }
        case .sequence(let parts):
            return parts.reduce([([], [])]) { (all: [Way], part) in
                let ends = ways(part, lists, token)
                return all.flatMap { way in ends.map { (way.words + $0.words, way.values + $0.values) } }
            }
        }
    }

    private static func unique(_ names: [SpokenName]) -> [SpokenName] {
        var seen: Set<SpokenName> = []
        return names.prefix(SpokenName.most).filter { seen.insert($0).inserted }
    }

    private static func collect(_ expression: SentenceExpression, _ words: inout Set<String>) {
        switch expression {
        case .text(let text): words.insert(text)
        case .space, .list, .rule: break
        case .sequence(let parts), .alternatives(let parts), .permutation(let parts):
            for part in parts { collect(part, &words) }
        }
    }

    /// Returns a part of a template in JSGF; `nil` if it cannot be spoken. An empty alternative makes the others
    /// optional.
    private static func rule(
        _ expression: SentenceExpression, _ list: (String) -> String?, _ token: (String) -> String?
    ) -> String? {
        switch expression {
        case .space: return ""
        case .text(let text): return token(text)
        case .list(let reference): return list(reference.list)
        case .rule, .permutation: return nil
        case .sequence(let parts):
            var words: [String] = []
            for part in parts {
                guard let word = rule(part, list, token) else { return nil }
                if !word.isEmpty { words.append(word) }
            }
            return words.joined(separator: " ")
        case .alternatives(let parts):
            let choices = parts.compactMap { rule($0, list, token) }
            let words = choices.filter { !$0.isEmpty }
            guard !words.isEmpty else { return choices.isEmpty ? nil : "" }
            let text = words.joined(separator: " | ")
            return choices.count > words.count ? "[\(text)]" : "(\(text))"
        }
    }
}
