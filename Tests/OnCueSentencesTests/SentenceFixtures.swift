// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSentences

/// The matchers of the languages that OnCue brings, and what a caller may know.
enum SentenceFixtures {
    static let english = matcher("en")
    static let german = matcher("de")

    static let lists: [String: SentenceList] = {
        let shortcuts = [
            ("good night", "night"), ("party time", "party"), ("Gute Nacht", "night"), ("Feierabend", "party"),
        ]
        let outputs = [
            ("kitchen speaker", "kitchen"), ("headphones", "headphones"), ("living room", "living"),
            ("Küchenlautsprecher", "kitchen"), ("Wohnzimmer", "living"), ("Kopfhörer", "headphones"),
        ]
        return [
            "title": SentenceList(names: ["Night Crossing", "Little Gears", "Gold", "Blue Train", "Please Please Me"]),
            "artist": SentenceList(names: ["Juniper Vale", "Valve & Feather", "Gold", "Björk"]),
            "playlist": SentenceList(names: ["Evening", "Abend"]),
            "podcast": SentenceList(names: ["Street Talk"]),
            "machine": SentenceList(names: ["laptop", "den", "Studio"]),
            "shortcut": SentenceList(shortcuts.map { .init($0.0, value: .text($0.1)) }),
            "output": SentenceList(outputs.map { .init($0.0, value: .text($0.1)) }),
        ]
    }()

    static func matcher(_ code: String) -> SentenceMatcher {
        do {
            let file = SentenceLanguage.builtInFile(for: code) ?? ""
            return try SentenceMatcher(SentenceLanguage(file))
        } catch {
            fatalError("the language \(code) cannot be used:\n\(error)")
        }
    }

    /// A matcher for sentences of the test's own.
    static func matcher(
        _ sentences: [String], lists: String = "{}", rules: String = "{}", skip: String = "[]", numbers: String = "[]",
        clock: String = "[]"
    ) throws -> SentenceMatcher {
        let texts = sentences.map { "\"\($0.replacing("\\", with: "\\\\"))\"" }.joined(separator: ",")
        return try SentenceMatcher(
            SentenceLanguage(
                """
                {"language": "xx", "intents": {"it": {"data": [{"sentences": [\(texts)]}]}}, "lists": \(lists),
                 "expansion_rules": \(rules), "skip_words": \(skip), "numbers": \(numbers), "clock_slots": \(clock)}
                """, intents: nil))
    }
}

extension SentenceMatch {
    /// Intent and slots as one line, sorted: `play by=Gold; what=Blue`.
    var line: String {
        ([intent] + [slots.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")])
            .filter { !$0.isEmpty }.joined(separator: " ")
    }
}
