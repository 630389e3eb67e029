// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueTestSupport
import Testing

@testable import OnCueSentences

@Suite("Sentences that the templates stand for")
struct SampledSentenceTests {
    @Test("are understood as their own intent", arguments: ["en", "de"])
    func ownIntent(code: String) throws {
        let language = try SentenceLanguage(SentenceLanguage.builtInFile(for: code) ?? "")
        let matcher = try SentenceMatcher(language)
        var sampler = SentenceSampler(language, lists: SentenceFixtures.lists, seed: 7)
        var others: [String] = []
        for _ in 0..<3 {
            for block in language.blocks {
                for sentence in block.sentences {
                    let text = sampler.say(sentence.template.expression)
                    // Nobody says "twelve:five": marks are between digits.
                    guard text.firstRange(of: /\p{L}\s*[:.][\p{L}\d]|\d[:.]\p{L}/) == nil else { continue }
                    let matches = matcher.match(text, lists: SentenceFixtures.lists)
                    let best = matches.filter { $0.score == matches.first?.score }
                    let isOwn = best.contains { $0.intent == block.intent }
                    if !isOwn { others.append("\(block.intent): \(text) → \(best.map(\.line))") }
                }
            }
        }

        #expect(others == [])
    }

    @Test("are never more work than the step budget, nor do random words or marks crash", arguments: 0..<40)
    func randomWords(seed: Int) throws {
        let matcher = seed.isMultiple(of: 2) ? SentenceFixtures.english : SentenceFixtures.german
        let language = try SentenceLanguage(SentenceLanguage.builtInFile(for: matcher.language) ?? "")
        var sampler = SentenceSampler(language, lists: SentenceFixtures.lists, seed: seed)
        let pieces = language.blocks.flatMap { $0.sentences.map(\.template.expression) }
        for _ in 0..<20 {
            var text = ""
            while text.utf8.count < 300 {
                text += pieces.randomElement(using: &sampler.random).map { sampler.say($0) } ?? ""
                text += sampler.random.text(upTo: 2)
                text += [" ", "", "1.", ":", "%", " + ", "'", "&"].randomElement(using: &sampler.random) ?? ""
            }
            let words = text.split(separator: " ").shuffled(using: &sampler.random).prefix(46).joined(separator: " ")
            let (matches, steps) = matcher.trace(words, lists: SentenceFixtures.lists)

            #expect(steps <= SentenceLimits.steps + 1000)
            #expect(matches.count <= SentenceLimits.readings)
            #expect(matches.map(\.score) == matches.map(\.score).sorted(by: >))
            #expect(matcher.nearest(to: words).count <= 3)
        }
    }

    @Test("fill slots with values that the intent allows", arguments: ["en", "de"])
    func allowedValues(code: String) throws {
        let language = try SentenceLanguage(SentenceLanguage.builtInFile(for: code) ?? "")
        let matcher = try SentenceMatcher(language)
        let intents = Dictionary(uniqueKeysWithValues: SentenceIntent.all.map { ($0.name, $0.slots) })
        var sampler = SentenceSampler(language, lists: SentenceFixtures.lists, seed: 11)
        for sentence in language.blocks.flatMap(\.sentences) {
            let text = sampler.say(sentence.template.expression)
            for match in matcher.match(text, lists: SentenceFixtures.lists) {
                for (slot, value) in match.slots {
                    #expect(intents[match.intent]?[slot]?.allows(value) == true, "\(text): \(match.line)")
                }
            }
        }
    }

    @Test("are the examples, too", arguments: ["en", "de"])
    func examples(code: String) throws {
        let language = try SentenceLanguage(SentenceLanguage.builtInFile(for: code) ?? "")
        let matcher = code == "en" ? SentenceFixtures.english : SentenceFixtures.german
        for example in language.examples {
            let matches = matcher.match(example.sentence, lists: SentenceFixtures.lists)
            #expect(matches.first?.intent == example.intent, "\(example.sentence)")
        }
        #expect(language.examples.count >= 30)
    }
}
