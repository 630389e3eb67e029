// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueSentences

@Suite("The words of a sentence")
struct WordTests {
    @Test(
        "are divided without case, accents, apostrophes and punctuation",
        arguments: [
            ("Play “Night Crossing”, please!", ["play", "night", "crossing", "please"]),
            ("what's on", ["whats", "on"]), ("What’s   on?", ["whats", "on"]), ("Björk Ärzte", ["bjork", "arzte"]),
            ("20min 7pm 50%", ["20", "min", "7", "pm", "50", "%"]), ("06:30", ["06", ":", "30"]),
            ("1.5 1,5", ["1", ".", "5", "1", ".", "5"]), ("5. 6, 7", ["5", "6", "7"]),
            ("twenty-one", ["twenty", "one"]),
            ("+5 -5 a-5 −5", ["+", "5", "-", "5", "a", "5", "-", "5"]), ("A & B", ["a", "&", "b"]), ("'''", []),
            ("straße", ["strasse"]), ("日本 7", ["日本", "7"]), ("", []),
        ])
    func words(text: String, words: [String]) {
        #expect(SentenceWord.divide(text).map(\.text) == words)
    }

    @Test("know their places in the sentence")
    func places() {
        let text = "  Björk’s »Debut«"
        #expect(SentenceWord.divide(text).map { String(text[$0.range]) } == ["Björk’s", "Debut"])
    }

    @Test(
        "sound alike across English and German spellings",
        arguments: [
            ("night", "nite"), ("crossing", "krossing"), ("phantom", "fantom"), ("knight", "nait"), ("wright", "right"),
            ("vale", "veil"), ("schmidt", "schmitt"), ("meier", "mayr"), ("zebra", "sebra"), ("quartz", "kuarz"),
            ("vogel", "fogel"), ("max", "maks"),
        ])
    func sounds(left: String, right: String) {
        #expect(SoundKey(left.unicodeScalars) == SoundKey(right.unicodeScalars))
    }

    @Test(
        "sound different otherwise", arguments: [("night", "light"), ("gold", "bold"), ("blue", "black"), ("a", "ra")])
    func otherSounds(left: String, right: String) {
        #expect(SoundKey(left.unicodeScalars) != SoundKey(right.unicodeScalars))
    }
}
