// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSentences
import Testing

@Suite("A language file")
struct LanguageTests {
    @Test("of each language that OnCue brings has no mistakes", arguments: SentenceLanguage.builtInFiles.map(\.code))
    func builtIn(code: String) throws {
        let language = try SentenceLanguage(SentenceLanguage.builtInFile(for: code) ?? "")
        let matcher = try SentenceMatcher(language)

        #expect(matcher.language == code)
        #expect(Set(language.examples.map(\.intent)).isSubset(of: Set(SentenceIntent.all.map(\.name))))
    }

    @Test(
        "is chosen by the locale",
        arguments: [
            ("de_AT.UTF-8", "de"), ("en-GB", "en"), ("DE", "de"), ("fr_FR", nil), ("C.UTF-8", nil), ("", nil),
        ])
    func locale(locale: String, code: String?) {
        let file = SentenceLanguage.builtInFile(for: locale)
        #expect(file == code.flatMap { code in SentenceLanguage.builtInFiles.first { $0.code == code }?.text })
    }

    /// A file with one intent.
    private static func play(_ data: String, _ more: String = "") -> String {
        #"{"language": "xx", "intents": {"play": {"data": [\#(data)]}}\#(more)}"#
    }

    /// A file without intents.
    private static func file(_ more: String) -> String { #"{"language": "xx", "intents": {}, \#(more)}"# }

    private static let any = #", "lists": {"x": {"wildcard": true}}"#

    @Test(
        "with a mistake is refused with the place of it",
        arguments: [
            ("{", "byte 1"), ("[]", "the file: must be an object"), ("{}", "language: missing"),
            (#"{"language": "xx"}"#, "intents: missing"),
            (#"{"language": 5, "intents": {}}"#, "language: must be a text"),
            (#"{"langage": "xx"}"#, #"langage: there is no such key; did you mean "language"?"#),
            (
                #"{"language": "xx", "intents": {"plya": {"data": []}}}"#,
                #"intents.plya: there is no such intent; did you mean "play"?"#
            ),
            (play(#"{"sentence": ["a"]}"#), "intents.play.data[0].sentence: there is no such key"),
            (play(#"{"sentences": []}"#), "data[0].sentences: no sentences"),
            (
                play(#"{"sentences": ["a", "b (c"]}"#),
                #"intents.play.data[0].sentences[1], character 3: "(" is never closed"#
            ),
            (play(#"{"sentences": ["a {x:wat}"]}"#, any), #""play" has no slot "wat"; did you mean "what"?"#),
            (
                play(#"{"sentences": ["<r>"]}"#, any + #", "expansion_rules": {"r": "a {x:wat}"}"#),
                #"has no slot "wat""#
            ),
            (
                play(#"{"sentences": ["a"], "slots": {"kind": "albun"}}"#),
                #"the constant slot "kind" cannot be "albun""#
            ),
            (file(#""lists": {"x": {}}"#), "lists.x: not a list"),
            (file(#""lists": {"x": {"range": {"from": 5, "to": 1}}}"#), "lists.x.range: has no numbers"),
            (file(#""lists": {"x": {"range": {"from": 1}}}"#), "lists.x.range: needs whole numbers"),
            (
                file(#""lists": {"x": {"range": {"from": 1, "to": 2, "fractions": "thirds"}}}"#),
                "fractions: must be"
            ),
            (
                file(#""lists": {"x": {"values": ["a|b"]}}"#),
                #"lists.x.values[0]: a value with groups needs "out""#
            ),
            (file(#""lists": {"x": {"values": [{"in": "(", "out": 1}]}}"#), "lists.x.values[0].in, character 1"),
            (file(#""expansion_rules": {"r": ""}"#), "expansion_rules.r: must be a text"),
            (file(#""skip_words": "please""#), "skip_words: must be a list"),
            (file(#""language": "yy""#), "name used twice"),
        ])
    func mistakes(file: String, message: String) {
        let error = #expect(throws: LanguageError.self) { try SentenceLanguage(file) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "no mistake")")
    }

    @Test("says all its mistakes at once, but not more than a hundred")
    func all() {
        let few = Self.file(#""lists": {"x": {}, "y": {"range": 5}}, "skip_words": ["(", ")"]"#)
        let lists = (0..<300).map { #""l\#($0)": {}"# }.joined(separator: ",")
        let many = Self.file(#""lists": {\#(lists)}"#)

        let error = #expect(throws: LanguageError.self) { try SentenceLanguage(few) }
        let bounded = #expect(throws: LanguageError.self) { try SentenceLanguage(many) }

        #expect(error?.mistakes.map(\.path).starts(with: ["lists.x"]) == true)
        #expect(error?.mistakes.contains { $0.path == "skip_words[1]" && $0.offset == 0 } == true)
        #expect(bounded?.mistakes.count == SentenceLimits.mistakes)
    }

    @Test("shows mistakes in rules that no sentence uses")
    func unusedRules() throws {
        let language = try SentenceLanguage(
            #"{"language": "xx", "intents": {}, "expansion_rules": {"r": "a {nothing}"}}"#)
        let error = #expect(throws: LanguageError.self) { try SentenceMatcher(language) }

        #expect(error?.description.contains("expansion_rules.r") == true)
    }

    @Test("may be cut off anywhere", arguments: ["en", "de"])
    func cut(code: String) {
        let file = SentenceLanguage.builtInFile(for: code) ?? ""
        for length in stride(from: 0, to: file.utf8.count - 3, by: 997) {
            let part = String(decoding: file.utf8.prefix(length), as: UTF8.self)
            #expect(throws: LanguageError.self) { try SentenceLanguage(part) }
        }
    }
}
