// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSentences
import Testing

@Suite("Numbers and times")
struct NumberTests {
    /// A sentence of a language and its only slot.
    private func slot(_ matcher: SentenceMatcher, _ sentence: String, _ slot: String) -> SentenceValue? {
        matcher.match(sentence).first?.slots[slot]
    }

    @Test("from 0 to 100 are understood in words and digits, in English")
    func english() {
        let ones = [
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
            "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
        ]
        let tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "a hundred"]
        for number in 0...100 {
            let word =
                number < 20 ? ones[number] : tens[number / 10] + (number % 10 == 0 ? "" : " \(ones[number % 10])")
            for text in [word, word.replacing(" ", with: "-"), String(number)] where text != "a-hundred" {
                let level = slot(SentenceFixtures.english, "set the volume to \(text)", "level")
                #expect(level == .number(Double(number)), "\(text)")
            }
        }
    }

    @Test("from 0 to 100 are understood in words and digits, in German")
    func german() {
        let ones = [
            "null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf",
            "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn",
        ]
        let tens = [
            "", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig", "hundert",
        ]
        for number in 0...100 {
            let one = number % 10 == 1 ? "ein" : ones[number % 10]
            let word = number < 20 ? ones[number] : (number % 10 == 0 ? "" : one + "und") + tens[number / 10]
            for text in [word, word.replacing("ß", with: "ss").replacing("ü", with: "ue"), String(number)] {
                let level = slot(SentenceFixtures.german, "Lautstärke auf \(text)", "level")
                #expect(level == .number(Double(number)), "\(text)")
            }
        }
    }

    @Test(
        "make durations",
        arguments: [
            ("en", "stop in 20 minutes", 1200), ("en", "stop in 20min", 1200), ("en", "stop in twenty minutes", 1200),
            ("en", "stop in half an hour", 1800), ("en", "stop in a quarter of an hour", 900),
            ("en", "stop in 1 h 30", 5400), ("en", "stop in 1h30", 5400), ("en", "stop in an hour and a half", 5400),
            ("en", "stop in 1.5 hours", 5400), ("en", "stop in two hours and 5 minutes", 7500),
            ("en", "stop in an hour and 10 minutes", 4200), ("en", "stop in 90 seconds", 90),
            ("en", "stop in one minute thirty seconds", 90), ("de", "stopp in 20 Minuten", 1200),
            ("de", "stopp in einer halben Stunde", 1800), ("de", "stopp in einer Viertelstunde", 900),
            ("de", "stopp in anderthalb Stunden", 5400), ("de", "stopp in 1,5 Stunden", 5400),
            ("de", "stopp in zwei Stunden und fünf Minuten", 7500), ("de", "stopp in 1 h 30", 5400),
        ])
    func durations(language: String, sentence: String, seconds: Double) {
        let matcher = language == "en" ? SentenceFixtures.english : SentenceFixtures.german
        #expect(matcher.match(sentence).first?.line == "sleep for=\(Int(seconds))")
    }

    @Test(
        "make clock times",
        arguments: [
            ("en", "7", "07:00"), ("en", "seven o'clock", "07:00"), ("en", "06:30", "06:30"), ("en", "6:05", "06:05"),
            ("en", "6.30", "06:30"), ("en", "half past seven", "07:30"), ("en", "quarter to eight", "07:45"),
            ("en", "a quarter past six", "06:15"), ("en", "ten past six", "06:10"), ("en", "5 minutes to 7", "06:55"),
            ("en", "7 pm", "19:00"), ("en", "7pm", "19:00"), ("en", "7 p.m.", "19:00"), ("en", "7:30 PM", "19:30"),
            ("en", "7 in the evening", "19:00"), ("en", "seven thirty", "07:30"), ("en", "12 am", "00:00"),
            ("en", "12 pm", "12:00"), ("en", "noon", "12:00"), ("en", "midnight", "00:00"), ("en", "23:59", "23:59"),
            ("en", "half past seven in the evening", "19:30"), ("en", "quarter to 12 am", "23:45"),
            ("de", "7", "07:00"),
            ("de", "sieben Uhr", "07:00"), ("de", "halb acht", "07:30"), ("de", "viertel nach sechs", "06:15"),
            ("de", "viertel vor acht", "07:45"), ("de", "dreiviertel acht", "07:45"),
            ("de", "fünf vor halb acht", "07:25"),
            ("de", "zehn nach sechs", "06:10"), ("de", "7 Uhr 30", "07:30"), ("de", "sieben Uhr dreißig", "07:30"),
            ("de", "6:30 Uhr", "06:30"), ("de", "7 Uhr abends", "19:00"), ("de", "halb acht abends", "19:30"),
            ("de", "19 Uhr", "19:00"), ("de", "Mitternacht", "00:00"), ("de", "halb eins", "00:30"),
        ])
    func clocks(language: String, time: String, expected: String) {
        let isEnglish = language == "en"
        let matcher = isEnglish ? SentenceFixtures.english : SentenceFixtures.german
        let matches = matcher.match((isEnglish ? "wake me at " : "weck mich um ") + time)
        let best = matches.filter { $0.score == matches.first?.score }

        #expect(best.map(\.line) == ["alarm at=\(expected)"])
    }

    @Test(
        "out of their range are refused",
        arguments: ["volume 101", "wake me at 25:00", "wake me at 7:60", "rate this 6"])
    func bounds(sentence: String) {
        #expect(SentenceFixtures.english.match(sentence) == [])
    }

    @Test("are refused when they are too long for a number")
    func endless() {
        #expect(SentenceFixtures.english.match("volume " + String(repeating: "9", count: 400)) == [])
    }
}
