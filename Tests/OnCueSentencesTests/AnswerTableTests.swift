// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueSentences

@Suite("Answers in a language")
struct AnswerTableTests {
    private func table(_ entries: (String, String)...) -> AnswerTable {
        var table = AnswerTable()
        for (input, output) in entries {
            let mistake = table.add(input, output)
            #expect(mistake == nil)
        }
        return table
    }

    @Test("The first entry that fits counts, and what has none is left to English")
    func order() {
        let table = table(
            ("Volume {level} (muted)", "Lautstärke {level} (stumm)"), ("Volume {level}", "Lautstärke {level}"))

        #expect(table.translated("Volume 40% (muted)") == "Lautstärke 40% (stumm)")
        #expect(table.translated("Volume 40%") == "Lautstärke 40%")
        for other in ["Volume ", "volume 40%", "The Volume 40%", ""] { #expect(table.translated(other) == nil) }
    }

    @Test("Holes may change places, and a text of an entry may be in what fills a hole")
    func holes() {
        let table = table(("Added {what} to \"{name}\"", "In „{name}“ ist {what}"))

        #expect(table.translated("Added Going to \"Town\" to \"Evening\"") == "In „Town\" to \"Evening“ ist Going")
        #expect(table.translated("Added A to \"B\"") == "In „B“ ist A")
        #expect(table.translated("Added A to B") == nil)
    }

    @Test("A number is digits, and a known text is what it is said to be")
    func kinds() {
        let table = table(
            ("{title:known} by {artist:known} ({count:number} tracks)", "{title} von {artist} ({count} Titel)"),
            ("{title:known}", "{title}"))
        let known = ["title": "Stand by Me", "artist": "Ben"]

        #expect(table.translated("Stand by Me by Ben (3 tracks)", known: known) == "Stand by Me von Ben (3 Titel)")
        #expect(table.translated("Stand by Me", known: known) == "Stand by Me")
        #expect(table.translated("Stand by Me by Ben (x tracks)", known: known) == nil)
        #expect(table.translated("Stand by Me by Ben (3 tracks)") == nil)
    }

    @Test("A phrase is translated too, or the entry does not fit")
    func phrases() {
        let table = table(("Undone: {what:phrase}", "Rückgängig: {what}"), ("added {what}", "{what} hinzugefügt"))

        #expect(table.translated("Undone: added So What") == "Rückgängig: So What hinzugefügt")
        #expect(table.translated("Undone: danced") == nil)
    }

    @Test("Mistakes are told")
    func mistakes() {
        var table = AnswerTable()
        for (input, output) in [
            ("{a", "x"), ("{a:word}", "x"), ("{}", "x"), ("{a}{b}", "x"), ("{a} {a}", "x"), ("{a}", "{b}"),
            ("{a:b:c}", "x"),
        ] {
            let mistake = table.add(input, output)
            #expect(mistake != nil, "\(input)")
        }
        #expect(table.isEmpty)
        #expect(throws: LanguageError.self) {
            try SentenceLanguage(#"{"language":"xx","intents":{},"answers":[{"in":"{a}","out":"{b}"}]}"#)
        }
    }

    @Test("Long answers, and those that could fit in very many ways, cost little")
    func hostile() {
        let table = table(("{a} by {b} by {c} by {d} on {e}!", "{a}"))

        #expect(table.translated(String(repeating: "x by ", count: 390)) == nil)
        #expect(table.translated(String(repeating: "x by ", count: 10_000)) == nil)
    }

    @Test("German has the answers, whatever is in their holes")
    func german() throws {
        let answers = try SentenceLanguage(#require(SentenceLanguage.builtInFile(for: "de"))).answers
        let known = ["title": "Casting Off", "artist": "Inland Ferry Orchestra"]
        let pairs = [
            (
                "Playing Casting Off by Inland Ferry Orchestra (1 of 3)",
                "Es läuft Casting Off von Inland Ferry Orchestra (1 von 3)"
            ),
            (
                "Playing Casting Off by Inland Ferry Orchestra (3 tracks), shuffled",
                "Es läuft Casting Off von Inland Ferry Orchestra (3 Titel), gemischt"
            ),
            ("Paused: Casting Off at 0:10", "Pause: Casting Off bei 0:10"),
            (
                "Added \"Casting Off\" by Inland Ferry Orchestra to the queue, to play next (2 of 5)",
                "Als Nächstes: „Casting Off“ von Inland Ferry Orchestra (2 von 5)"
            ),
            ("Undone: added So What and 4 more", "Rückgängig: So What und 4 weitere hinzugefügt"),
            (
                "You will be reminded of \"X\" when you come to home",
                "Du wirst an „X“ erinnert, wenn du „home“ erreichst"
            ),
            ("You will be reminded of \"X\" on 2026-11-27 09:00", "Du wirst an „X“ erinnert, am 2026-11-27 09:00"),
            (
                "You will be woken with \"X\" on 2026-11-27 06:30, on weekdays, in 9 h",
                "Du wirst am 2026-11-27 06:30 geweckt, werktags, in 9 h, mit „X“"
            ),
            (
                "You will be woken with what was playing last on 2026-11-27 06:30, in 9 h",
                "Du wirst am 2026-11-27 06:30 geweckt, in 9 h, mit dem, was zuletzt lief"
            ),
            ("Added \"X\" to the new playlist \"Y\"", "„X“ zur neuen Playlist „Y“ hinzugefügt"),
            ("Removed 2 alarms", "2 Wecker entfernt"),
        ]
        for (english, german) in pairs { #expect(answers.translated(english, known: known) == german) }
    }
}
