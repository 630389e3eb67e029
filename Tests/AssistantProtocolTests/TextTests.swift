// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import AssistantProtocol

@Suite("Text from outside is made safe")
struct TextTests {
    @Test(
        "A title loses what steers and what hides, and keeps its letters",
        arguments: [
            ("So What", "So What"), ("", ""), ("  a \n\t b  ", "a b"), ("a\u{202E}b\u{2066}c", "abc"),
            ("a\u{1B}[31mb", "a[31mb"), ("a\u{0}\u{9B}b", "ab"), ("Ænima — ﷺ 日本 👩‍👩‍👧 🇩🇪", "Ænima — ﷺ 日本 👩‍👩‍👧 🇩🇪"),
            ("x\u{E0041}\u{E0042}y", "xy"), ("x\u{200B}\u{FEFF}\u{AD}y", "xy"), ("x\u{E0101}y", "xy"),
            ("e\u{301}", "e\u{301}"), ("❤\u{FE0F}", "❤\u{FE0F}"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
            ("\u{2028}a\u{2029}", "a"),
        ])
    func title(text: String, safe: String) {
        #expect(AssistantText.title(text).unicodeScalars.elementsEqual(safe.unicodeScalars))
    }

    @Test("A title has at most 200 letters, the last of them … if it was longer")
    func length() {
        #expect(AssistantText.title(String(repeating: "é", count: 200)) == String(repeating: "é", count: 200))
        let long = AssistantText.title(String(repeating: "é", count: 201))
        #expect(long.count == 200 && long.last == "…")
        #expect(AssistantText.title("ab cd", limit: 4) == "ab…")
        #expect(AssistantText.title("abc", limit: 1) == "…")
        #expect(AssistantText.title("abc", limit: 0) == "")
        let marks = AssistantText.title("a" + String(repeating: "\u{301}", count: 10_000))
        #expect(marks.unicodeScalars.count == 17)
    }

    @Test("Base64 as in RFC 4648, section 10")
    func base64() {
        for (text, encoded) in [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            #expect(Base64.text(Array(text.utf8)) == encoded)
        }
        #expect(Base64.text([0xFB, 0xFF, 0xFE]) == "+//+")
    }
}
