// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSentences
import Testing

@Suite("Phrases of the user and of programs")
struct PhraseTests {
    private func language(_ code: String = "en") throws -> SentenceLanguage {
        try SentenceLanguage(SentenceLanguage.builtInFile(for: code) ?? "")
    }

    private func meaning(
        _ text: String, _ intent: String = "run", _ lists: [String: PhraseMeaning.Values] = [:]
    ) throws -> PhraseMeaning {
        PhraseMeaning(try SentencePhrase(text), intent: intent, slots: ["shortcut": .text("it")], lists: lists)
    }

    @Test("Words are words; brackets, alternatives and lists make a template with slots")
    func kinds() throws {
        #expect(try SentencePhrase("rise and shine").isPlain)
        let template = try SentencePhrase("(party|dance) [now] with {artist:who} for {minutes:time} minutes")
        #expect(!template.isPlain && template.slots == ["who", "time"])
    }

    @Test("Samples are the sentences without values of lists, as many as are wanted")
    func samples() throws {
        #expect(try SentencePhrase("rise and shine").samples(4) == ["rise and shine"])
        #expect(try SentencePhrase("(quiet|calm) [down]").samples(4) == ["quiet down", "quiet", "calm down", "calm"])
        #expect(try SentencePhrase("(a|b) (c|d) (e|f)").samples(3).count == 3)
        #expect(try SentencePhrase("party with {artist:who}").samples(4) == [])
        #expect(try SentencePhrase("(party|party with {artist:who})").samples(4) == ["party"])
        #expect(try SentencePhrase("party with {artist:who}").samples(4, free: "x") == ["party with x"])
        #expect(
            try SentencePhrase("{output:o} at {3..9:n}").samples(4, free: "x") == [], "a closed list has names only")
    }

    @Test(
        "A mistake is told with its place",
        arguments: [
            ("{query:x}", 0), ("[now] {title:x}", 0), ("[maybe]", 0), ("smile :)", 7), ("(a|b", 0), ("", 0),
            ("play <what>", 5), ("up to {0..10}", 6),
        ])
    func mistakes(text: String, offset: Int) throws {
        let error = try #require(throws: TemplateError.self) { try SentencePhrase(text) }
        #expect(error.offset == offset, "\(error)")
    }

    @Test("A list that a language does not have is a mistake in that language")
    func unknown() throws {
        let language = try language()
        #expect(try language.mistake(in: meaning("set {foo:x}"))?.code == .unknownList)
        #expect(try language.mistake(in: meaning("party with {artist:who}")) == nil)
        #expect(try language.mistake(in: meaning("a {size} one", "it", ["size": .words(["big": "b"])])) == nil)
    }

    @Test("A language with phrases understands them with their values, beside what it understood before")
    func understood() throws {
        let phrases = [
            try meaning("(party|dance) [now] with {artist:who}"),
            try meaning("as loud as {0..100:how}"),
            try meaning(
                "bring me [a] {size} coffee [with {sugar} sugar]", "order",
                ["size": .words(["large": "l", "very small": "s"]), "sugar": .numbers(0...5)]),
            try meaning("set {foo:x}"),
        ]
        let matcher = try SentenceMatcher(try language().adding(phrases))
        func best(_ sentence: String) -> SentenceMatch? { matcher.match(sentence, lists: SentenceFixtures.lists).first }

        #expect(best("party with juniper vale")?.slots["who"] == .text("Juniper Vale"))
        #expect(best("danse now with junper vale")?.slots["who"] == .text("Juniper Vale"), "with typing mistakes")
        #expect(best("party with juniper vale")?.slots["shortcut"] == .text("it"))
        #expect(best("as loud as forty")?.slots["how"] == .number(40))
        #expect(best("as loud as 400") == nil)
        let coffee = try #require(best("bring me a very small coffee with two sugar"))
        #expect(coffee.intent == "order" && coffee.slots["size"] == .text("s") && coffee.slots["sugar"] == .number(2))
        #expect(best("pause")?.intent == "control", "the language is as it was")
        for sentence in GoldenSentence.all.filter({ $0.language == "en" }).prefix(60) {
            let before = SentenceFixtures.english.match(sentence.text, lists: SentenceFixtures.lists).map(\.line)
            #expect(matcher.match(sentence.text, lists: SentenceFixtures.lists).map(\.line) == before)
        }
    }

    @Test("Words of a program are never read as a template")
    func wordsOfPrograms() throws {
        let phrase = try meaning("bring {thing}", "order", ["thing": .words(["tea (black)": "t", "[": "b", "": "n"])])
        let matcher = try SentenceMatcher(try language().adding([phrase]))
        #expect(matcher.match("bring tea black").first?.slots["thing"] == .text("t"))
    }
}
