// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSentences
import Testing

@Suite("A template")
struct TemplateTests {
    @Test(
        "stands for sentences",
        arguments: [
            ("play music", ["play music", "PLAY, music!"], ["play", "play music now", "music play"]),
            ("(play|start) music", ["play music", "start music"], ["music", "play start music"]),
            ("play|start", ["play", "start"], ["play start"]),
            ("play [some] music", ["play music", "play some music"], ["play some", "play some some music"]),
            ("play (a|b|)", ["play", "play a", "play b"], ["play c"]),
            (
                "(red; green; blue)", ["red green blue", "blue red green", "green blue red"],
                ["red green", "red red blue"]
            ),
            ("song[s]", ["song", "songs"], ["song s"]),
            ("turn(ing|ed) on", ["turning on", "turned on"], ["turn on", "turn ing on"]),
            ("play [the ]song", ["play song", "play the song"], ["play thesong"]),
            ("play[ it [again]]", ["play", "play it", "play it again"], ["play again"]),
            (#"a\(b\) \[c\] 5\|6"#, ["a b c 5 6", "a(b) [c] 5|6"], ["a"]),
            ("wie heißt's", ["wie heißt's", "wie heissts", "WIE HEISST’S?"], ["wie heiß"]),
            ("<greeting> you[r]", ["hi you", "good day your"], ["good you"]),
            ("<greeting>s", ["his", "good days"], ["hi s"]),
            ("volume {0..100:level}", ["volume 0", "volume 100"], ["volume 101", "volume"]),
            ("{0..100,10:level}%", ["20%", "20 %"], ["25%"]),
            ("{kind:what}", ["jazz", "rock and roll"], ["roll"]),
        ])
    func sentences(template: String, fitting: [String], others: [String]) throws {
        let matcher = try SentenceFixtures.matcher(
            [template], lists: #"{"kind": {"values": ["jazz", {"in": "rock [and roll]", "out": "rock"}]}}"#,
            rules: #"{"greeting": "(hi|good day)"}"#)

        for sentence in fitting { #expect(matcher.match(sentence).count == 1, "\(sentence)") }
        for sentence in others { #expect(matcher.match(sentence) == [], "\(sentence)") }
    }

    @Test(
        "with a mistake is refused with its place",
        arguments: [
            ("", TemplateError.Code.empty, 0), ("   ", .empty, 0), ("[]", .emptyGroup, 0), ("play ()", .emptyGroup, 5),
            ("play (a|b", .unclosed, 5), ("play [a", .unclosed, 5), ("play {a", .unclosed, 5),
            ("play <a", .unclosed, 5),
            ("play a)", .unopened, 6), ("play ]", .unopened, 5), ("a}", .unopened, 1), ("a>b", .unopened, 1),
            ("(a|b;c)", .mixedSeparators, 4), (#"play \"#, .strayEscape, 5), ("play {}", .emptyGroup, 5),
            ("play {a b}", .badName, 7), ("play {:a}", .badName, 5), ("{a:b:c}", .badName, 0), ("(a;)", .emptyGroup, 0),
            ("(a;b;c;d;e;f)", .tooLarge, 0),
            (String(repeating: "(", count: 17) + "a" + String(repeating: ")", count: 17), .tooLarge, 16),
            (String(repeating: "a", count: 4001), .tooLarge, 0), (String(repeating: "([", count: 2000), .tooLarge, 16),
        ])
    func mistakes(template: String, code: TemplateError.Code, offset: Int) {
        let error = #expect(throws: TemplateError.self) { try SentenceTemplate(template) }

        #expect(error?.code == code)
        #expect(error?.offset == offset)
        #expect(error?.message.isEmpty == false)
    }

    @Test(
        "with a mistake that only its language shows is refused with its place",
        arguments: [
            ("play {nothing}", "character 6: there is no list {nothing}"),
            ("play <nothing>", "character 6: there is no rule <nothing>"),
            ("play <loop>", "the rule <loop> uses itself"),
            ("play a<again>", "uses itself"), ("pre{any}", "letters are directly before {any}"),
            ("{kind}s", "letters are directly behind {kind}"), ("[please]", "every part is optional"),
            ("(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)", "more than 256 texts"),
        ])
    func languageMistakes(template: String, message: String) {
        let error = #expect(throws: LanguageError.self) {
            try SentenceFixtures.matcher(
                [template], lists: #"{"any": {"wildcard": true}, "kind": {"values": ["jazz"]}}"#,
                rules: #"{"loop": "a <other>", "other": "b [<loop>]", "again": "x<again>"}"#)
        }

        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("intents.it.data[0].sentences[0]") == true)
    }

    @Test(
        "that multiplies itself with rules is refused, not laid out",
        arguments: [
            ("<@> <@> (<@>|<@>)", "a", "steps; remove optional parts"), ("<@> <@> [<@>]", "[a]", "steps; remove"),
            ("<@>x<@>", "a", "more than 256 texts"), ("<@>[<@>]<@>", "a", "more than 256 texts"),
            ("(<@>; <@>; <@>; <@>; <@>)", "a", "steps; remove optional parts"),
        ])
    func explosion(rule: String, last: String, message: String) {
        let rules = (0..<20).map { #""r\#($0)": "\#(rule.replacing("@", with: "r\($0 + 1)"))""# }
        let error = #expect(throws: LanguageError.self) {
            try SentenceFixtures.matcher(
                ["<r0>", "b<r0>"], rules: "{" + rules.joined(separator: ",") + #", "r20": "\#(last)"}"#)
        }

        #expect(error?.description.contains(message) == true, "\(error?.description.prefix(2000) ?? "")")
    }

    @Test("with rules that use one another more than 24 levels deep is refused")
    func deepRules() throws {
        func matcher(_ count: Int) throws -> SentenceMatcher {
            let rules = (0..<count).map { #""r\#($0)": "a <r\#($0 + 1)>""# } + [#""r\#(count)": "end""#]
            return try SentenceFixtures.matcher(["<r0>"], rules: "{" + rules.joined(separator: ",") + "}")
        }

        #expect(try matcher(20).match(String(repeating: "a ", count: 20) + "end").count == 1)
        let error = #expect(throws: LanguageError.self) { try matcher(30_000) }
        #expect(error?.description.contains("levels deep") == true)
    }

    @Test("of random marks is understood or refused, and never crashes", arguments: 0..<30)
    func randomMarks(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let pieces = [
            "(", ")", "[", "]", "{", "}", "<", ">", "|", ";", "\\", " ", "a", "any", ":", "é", "1..3", "r", "'s",
        ]
        for _ in 0..<100 {
            let count = Int.random(in: 0...24, using: &random)
            let text = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            let matcher = try? SentenceFixtures.matcher(
                [text], lists: #"{"any": {"wildcard": true}, "a": {"values": ["x", "y z"]}}"#, rules: #"{"r": "a[b]"}"#)
            _ = matcher?.match("a any x 1 ab")
        }
    }
}
