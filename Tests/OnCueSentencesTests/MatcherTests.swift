// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueSentences

@Suite("A sentence")
struct MatcherTests {
    private let any = #"{"any": {"wildcard": true}, "other": {"wildcard": true}, "known": {"values": []}}"#

    @Test("with a typing mistake is understood, with a lower score")
    func mistakes() throws {
        let matcher = try SentenceFixtures.matcher(["play everything", "go up"])

        #expect(matcher.match("play everything").first?.score == 1)
        for typed in ["paly everything", "plays everything", "pla everything", "play evrythng", "play evreything"] {
            let match = try #require(matcher.match(typed).first, "\(typed)")
            #expect(match.score < 1)
        }
        #expect(matcher.match("play evryhtg") == [], "three mistakes")
        #expect(matcher.match("gu up") == [], "words of fewer than four letters have none")
    }

    @Test("with a word of the language is never taken for another one")
    func knownWords() throws {
        let matcher = try SentenceFixtures.matcher(["stop it", "shop there"])
        #expect(matcher.match("shop it") == [])
    }

    @Test("may have words that mean nothing, mistyped ones too")
    func skipWords() throws {
        let matcher = try SentenceFixtures.matcher(
            ["play music", "thank you"], skip: #"["please", "could you", "thank you"]"#)

        for text in ["please play music", "could you please play music", "play, please, music", "plaese play music"] {
            #expect(matcher.match(text).count == 1, "\(text)")
        }
        #expect(matcher.match("thank you").first?.score == 1, "it is a sentence of its own")
        #expect(matcher.match("please") == [])
        #expect(matcher.match("could play music") == [], "half of a phrase is not skipped")
    }

    @Test("gives a wildcard its words as they are written")
    func wildcards() throws {
        let matcher = try SentenceFixtures.matcher(["find {any:what} by {other:by} now"], lists: any)
        let match = try #require(matcher.match("Find “L’été: Part 2”, by  AC/DC now!").first)

        #expect(match.slots == ["what": .text("L’été: Part 2"), "by": .text("AC/DC")])
        #expect(
            match.freeText == [
                .init(slot: "what", text: "L’été: Part 2", words: 1..<4),
                .init(slot: "by", text: "AC/DC", words: 5..<7),
            ])
        #expect(matcher.match("find by someone now") == [], "a wildcard is not empty")
    }

    @Test("with a possessive gives a wildcard the name alone", arguments: ["Gold's", "Gold’s", "golds"])
    func possessives(text: String) throws {
        let matcher = try SentenceFixtures.matcher(["play {any:by}['s] songs"], lists: any)
        let texts = matcher.match("play \(text) songs").map { $0.slots["by"] }

        #expect(texts.contains(.text(text.hasPrefix("G") ? "Gold" : "gold")))
    }

    @Test("prefers fixed words to a wildcard")
    func specific() throws {
        let matcher = try SentenceFixtures.matcher(["play {any:what}", "play the next one"], lists: any)

        #expect(matcher.match("play the next one").map(\.slots) == [[:], ["what": .text("the next one")]])
    }

    @Test("has readings with the same score when they are equally good")
    func ambiguous() {
        let matches = SentenceFixtures.english.match("play Gold", lists: SentenceFixtures.lists)

        #expect(Set(matches.map(\.line)) == ["play by=Gold", "play what=Gold"])
        #expect(Set(matches.map(\.score)).count == 1)
    }

    @Test("means the more likely of two values")
    func likely() {
        let lists = [
            "title": SentenceList([.init("Gold", value: .text("track:1"), weight: 0.2)]),
            "artist": SentenceList([.init("Gold", value: .text("artist:1"), weight: 0.9)]),
        ]
        let lines = SentenceFixtures.english.match("play gold", lists: lists).prefix(2).map(\.line)

        #expect(lines == ["play by=artist:1", "play what=track:1"])
    }

    @Test("fills a slot with the sum of its numbers, and a clock slot with a time")
    func sums() throws {
        let lists = #"{"h": {"range": {"from": 0, "to": 23, "multiplier": 60}}, "m": {"range": {"from": 0, "to": 59}}}"#
        let numbers = try SentenceFixtures.matcher(["at {h:at}:{m:at}"], lists: lists)
        let clock = try SentenceFixtures.matcher(["at {h:at}:{m:at}"], lists: lists, clock: #"["at"]"#)

        #expect(numbers.match("at 7:05").first?.slots == ["at": .number(425)])
        #expect(clock.match("at 7:05").first?.slots == ["at": .text("07:05")])
    }

    @Test("has a constant slot unless it says another value")
    func constants() throws {
        let matcher = try SentenceMatcher(
            SentenceLanguage(
                """
                {"language": "xx", "intents": {"it": {"data": [
                    {"sentences": ["louder [by {1..100:change}]"], "slots": {"change": 10, "is": true}}]}}}
                """, intents: nil))

        #expect(matcher.match("louder").first?.slots == ["change": .number(10), "is": .flag(true)])
        #expect(matcher.match("louder by 5").first?.slots == ["change": .number(5), "is": .flag(true)])
    }

    @Test("that is empty, too long or foreign has no reading")
    func refusals() {
        let long = "play " + String(repeating: "a ", count: 47)
        #expect(SentenceFixtures.english.match("") == [])
        #expect(SentenceFixtures.english.match("   …  ") == [])
        #expect(SentenceFixtures.english.match(String(long.dropLast(2))).count == 1)
        #expect(SentenceFixtures.english.match(long + "b c") == [])
        #expect(SentenceFixtures.english.match("play " + String(repeating: "a", count: 1000)) == [])
        #expect(SentenceFixtures.english.match("play \u{301}\u{301}").isEmpty == false)
    }

    @Test("of the hardest kind stays within the step budget")
    func hostile() throws {
        let template = Array(repeating: "{any} a", count: 12).joined(separator: " ")
        let optional = Array(repeating: "[a] [{any}]", count: 20).joined(separator: " ")
        for text in [template, "a " + optional, "({any}; {other}; [a] [b]; [a] {any}; a)"] {
            let matcher = try SentenceFixtures.matcher([text], lists: any)
            let sentence = Array(repeating: "a", count: 48).joined(separator: " ")
            let (_, steps) = matcher.trace(sentence, lists: SentenceFixtures.lists)
            #expect(steps <= SentenceLimits.steps + 1000)
        }
    }

    @Test("that fits nothing brings up to three examples with its words")
    func nearest() {
        let matcher = SentenceFixtures.english

        #expect(matcher.nearest(to: "set some sleep timer thing").count <= 3)
        #expect(matcher.nearest(to: "wake my dog on weekdays").first?.hasPrefix("wake me") == true)
        #expect(matcher.nearest(to: "the volme").first == "volume 40 percent")
        #expect(matcher.nearest(to: "xylophone") == [])
        #expect(matcher.nearest(to: "") == [])
    }
}
