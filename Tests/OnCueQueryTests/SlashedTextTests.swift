// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueQuery
import Testing

@Suite("Words with a slash")
struct SlashedTextTests {
    private func isFound(_ text: String, _ title: String, _ subtitle: String = "") -> Bool {
        SlashedText(text.split(separator: "/").map(String.init)).isFound(in: title, or: subtitle)
    }

    @Test(
        "are found where the slash is, whatever the case, accents and white space",
        arguments: [("AC/DC", "AC/DC"), ("ac / dc", "AC/DC"), ("1/2", "Movement 1 / 2"), ("Über/Unter", "über/unter")])
    func found(text: String, title: String) {
        #expect(isFound(text, title))
        #expect(isFound(text, "", title))
    }

    @Test(
        "are not found where their words are without it",
        arguments: [("AC/DC", "AC DC"), ("Valve & Feather/Little", "Little Valve & Feather"), ("a/b c/d", "a/b")])
    func notFound(text: String, title: String) {
        #expect(!isFound(text, title, "Valve & Feather"))
    }

    @Test("Words without one count nothing here")
    func otherWords() {
        #expect(isFound("thunder ac/dc", "Thunderstruck", "AC/DC"))
    }
}
