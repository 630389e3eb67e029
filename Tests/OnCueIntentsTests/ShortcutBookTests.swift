// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueIntents
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
}
