// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueIntents
import OnCueSuggestions
import Testing

@Suite("The file of shortcuts")
struct ShortcutBookTests {
    private func book() throws -> ShortcutBook {
        var book = ShortcutBook()
        try book.set(
            Shortcut(
                "Morning", phrase: "Rise and shine",
                steps: [
                    .init("play", ["what": .text("Blue \"Train\""), "shuffle": .flag(true)]),
                    .init("volume", ["level": .number(30)]),
                    .init("org.example.Coffee.order", ["cup": .object(identifier: "c1", title: "Cup")]),
                ]))
        try book.set(Shortcut("Évening", steps: [.init("undo")]))
        return book
    }

    @Test("What is written is read again, and in the order of the names")
    func returns() throws {
        let book = try book()
        #expect(try ShortcutBook(book.text) == book)
        #expect(book.shortcuts.map(\.name) == ["Évening", "Morning"])
        #expect(try ShortcutBook("") == ShortcutBook())
        #expect(try ShortcutBook(ShortcutBook().text) == ShortcutBook())
    }

    @Test("Keys are written in one way, and two shortcuts cannot have the same; what can be typed is no key")
    func keys() throws {
        for text in ["CTRL+ALT+m", "alt+ctrl+M", " Control + Alt + M "] {
            #expect(ShortcutKey(text)?.text == "CTRL+ALT+m", "\(text)")
        }
        #expect(ShortcutKey("super+F9")?.text == "LOGO+F9" && ShortcutKey("F9")?.text == "F9")
        #expect(ShortcutKey("shift+XF86AudioPlay")?.text == "SHIFT+XF86AudioPlay")
        for text in ["", "m", "shift+m", "ctrl", "ctrl+", "ctrl+ctrl+m", "hyper+m", "ctrl+ü", "a+b", "ctrl+m+alt"] {
            #expect(ShortcutKey(text) == nil, "\(text)")
        }
        var book = try book()
        var night = Shortcut("Night", steps: [.init("undo")])
        (night.key, night.isInMenu, night.boundKey) = ("LOGO+n", true, "Meta+N")
        try book.set(night)
        let kept = try #require(try ShortcutBook(book.text).named("Night"))
        #expect(kept.key == "LOGO+n" && kept.isInMenu && kept.boundKey == nil, "what the desktop gave is not kept")
        var other = Shortcut("Other", steps: [.init("undo")])
        other.key = "LOGO+n"
        #expect(throws: IntentRefusal("key", "LOGO+n runs the shortcut \"Night\" already")) { try book.set(other) }
        other.key = "n"
        #expect(throws: IntentRefusal.self) { try book.set(other) }
    }

    @Test("A phrase can be a template, which is told apart from words; one that can never be said is not kept")
    func phrases() throws {
        var book = ShortcutBook()
        let party = Shortcut(
            "Party", phrase: "party with {artist:who}", steps: [.init("play", ["by": .text("${who}")])])
        try book.set(party)
        #expect(party.phraseSlots == ["who"] && party.phraseSamples(4).isEmpty)
        #expect(Shortcut.names(in: party.steps[0]) == ["who"])
        #expect(try ShortcutBook(book.text) == book)
        for phrase in ["smile :)", "set {foo:x}", "play {title:shortcut}", "<for>"] {
            #expect(throws: IntentRefusal.self, "\(phrase)") {
                try book.set(Shortcut("Bad", phrase: phrase, steps: [.init("undo")]))
            }
        }
        let old = ShortcutBook.self
        let text =
            "{\"shortcuts\": [{\"name\": \"Old\", \"phrase\": \"smile :)\", \"steps\": [{\"intent\": \"undo\"}]}]}"
        #expect(try old.init(text).named("smile :)")?.name == "Old", "what was kept before stays words")
    }

    @Test("A shortcut is meant by its name or its phrase, however they are written")
    func names() throws {
        let book = try book()
        for words in ["morning", "MORNING", "rise and shine"] { #expect(book.named(words)?.name == "Morning") }
        #expect(book.named("evening")?.name == "Évening")
        #expect(book.named("") == nil)
    }

    @Test("One of the same name is replaced; a phrase of another is refused")
    func replaces() throws {
        var book = try book()
        try book.set(Shortcut("morning", steps: [.init("redo")]))
        #expect(book.shortcuts.count == 2)
        #expect(book.named("Morning")?.steps == [.init("redo")])
        #expect(throws: IntentRefusal("", "\"evening\" means the shortcut \"Évening\" already")) {
            try book.set(Shortcut("New", phrase: "evening", steps: [.init("undo")]))
        }
        #expect(throws: IntentRefusal.self) { try book.set(Shortcut(" ", steps: [.init("undo")])) }
        #expect(throws: IntentRefusal.self) { try book.set(Shortcut("Long", steps: [])) }
        #expect(throws: IntentRefusal.self) {
            try book.set(Shortcut("Long", steps: Array(repeating: .init("undo"), count: 21)))
        }
    }

    @Test("A mistake in the file is told with its line, and the file is not taken for an empty one")
    func mistakes() {
        #expect(throws: IntentRefusal.self) { try ShortcutBook("{\"shortcuts\": [{\"name\": \"A\"}]}") }
        do throws(IntentRefusal) {
            _ = try ShortcutBook("{\n  \"shortcuts\": [\n    {]\n}")
            Issue.record("it was read")
        } catch {
            #expect(error.message.hasPrefix("shortcuts.json, line 3, column 6: "), "\(error.message)")
        }
    }

    @Test(
        "What cannot be read is a mistake, since the next change would lose it",
        arguments: [
            #"{"shortcuts": [{"name": "A", "steps": [{"intent": "undo"}], "colour": "red"}]}"#,
            #"{"shortcuts": [{"name": "A", "steps": [{"intent": "undo", "values": {"a": [1]}}]}]}"#,
            #"{"shortcuts": [{"name": "A", "steps": [{"intent": "undo", "values": 3}]}]}"#,
            #"{"shortcuts": [{"name": "A", "steps": ["undo"]}]}"#, #"{"shortcuts": ["A"]}"#,
        ])
    func unreadable(text: String) {
        #expect(throws: IntentRefusal.self) { try ShortcutBook(text) }
    }

    @Test("A file with too many is refused, and so are values that would make it too large")
    func tooMuch() throws {
        let row = #"{"name": "S", "steps": [{"intent": "undo"}]}"#
        let text = "{\"shortcuts\": [" + Array(repeating: row, count: 201).joined(separator: ",") + "]}"
        #expect(throws: IntentRefusal.self) { try ShortcutBook(text) }
        var book = ShortcutBook()
        let long = Shortcut("Long", steps: [.init("search", ["query": .text(String(repeating: "$", count: 3000))])])
        #expect(throws: IntentRefusal.self) { try book.set(long) }
        #expect(IntentTemplate(String(repeating: "${", count: 20_000)).names.isEmpty, "in a moment")
    }

    @Test("There are at most so many")
    func limit() throws {
        var book = ShortcutBook()
        for number in 0..<ShortcutBook.limit { try book.set(Shortcut("S\(number)", steps: [.init("undo")])) }
        #expect(throws: IntentRefusal.self) { try book.set(Shortcut("One more", steps: [.init("undo")])) }
        let wasThere = (book.remove("S1"), book.remove("S1"))
        #expect(wasThere == (true, false))
        #expect(try ShortcutBook(book.text) == book)
    }

    @Test("Cues are kept beside shortcuts, and go with theirs")
    func cues() throws {
        var book = try book()
        var cue = Cue("commute", try Occasion(parsing: "weekdays 07:00..09:00 car"), runs: "rise and shine")
        (cue.isPerformed, cue.volumeLimit, cue.coolDown) = (true, 0.4, 7_200)
        try book.set(cue)
        try book.set(Cue("Bed", try Occasion(parsing: "22:30 at home"), runs: "evening"))
        #expect(book.cues.map(\.name) == ["Bed", "commute"])
        #expect(book.cues.map(\.shortcut) == ["Évening", "Morning"], "by the names of the shortcuts")
        #expect(try ShortcutBook(book.text) == book)
        cue.isPerformed = false
        cue.shortcut = "Morning"
        try book.set(cue)
        #expect(book.cues.count == 2 && book.cues[1] == cue, "one of its name is replaced")
        #expect(throws: IntentRefusal.self) { try book.set(Cue("x", cue.occasion, runs: "Mornin")) }
        #expect(throws: IntentRefusal.self) { try book.set(Cue(" ", cue.occasion, runs: "Morning")) }
        for (limit, pause) in [(1.1, 0), (-0.1, 0), (.nan, 0), (0.5, -1), (0.5, 604_801)] as [(Double, Int64)] {
            var wrong = cue
            (wrong.volumeLimit, wrong.coolDown) = (limit, pause)
            #expect(throws: IntentRefusal.self) { try book.set(wrong) }
        }
        try book.set(Shortcut("MORNING", steps: [.init("undo")]))
        #expect(book.cues[1].shortcut == "MORNING", "it follows another way of writing the name")
        var quoted = cue
        quoted.occasion.event = .arrival("a\"b'c")
        try book.set(quoted)
        #expect(try ShortcutBook(book.text).cues == book.cues)
        quoted.occasion.event = .arrival(String(repeating: "x", count: Occasion.longestText))
        #expect(throws: IntentRefusal.self) { try book.set(quoted) }
        let wasThere = book.removeCue("COMMUTE")
        #expect(wasThere && book.cues.map(\.name) == ["Bed"])
        _ = book.remove("evening")
        #expect(book.cues.isEmpty)
    }

    @Test(
        "A mistake in a cue names its line",
        arguments: [
            (#"{"name": "a", "when": "car", "run": "Morning", "volume": 4}"#, "from 0 to 1"),
            (#"{"name": "a", "when": "at", "run": "Morning"}"#, "needs a name"),
            (#"{"name": "a", "when": "car"}"#, "run"), (#"{"when": "car", "run": "M", "performs": true}"#, "perform"),
            ("7", "braces"),
        ])
    func mistakes(row: String, words: String) {
        let error = #expect(throws: IntentRefusal.self) {
            try ShortcutBook("{\"shortcuts\": [],\n\"cues\": [\n\(row)]}")
        }
        #expect(error?.message.contains("line 3") == true && error?.message.contains(words) == true, "\(error as Any)")
    }
}
