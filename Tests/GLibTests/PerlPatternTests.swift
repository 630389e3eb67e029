// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GLib
import Testing

@Suite("Regular expressions of Perl's kind")
struct PerlPatternTests {
    @Test("are found anywhere in a text, in any case if that is wanted")
    func found() throws {
        let pattern = try #require(PerlPattern("^k.*g$", foldsCase: true))

        #expect(pattern.isFound(in: "Kettle Song"))
        #expect(!pattern.isFound(in: "A Kettle Song"))
        #expect(try #require(PerlPattern("é", foldsCase: false)).isFound(in: "Café"))
        #expect(try #require(PerlPattern("K", foldsCase: false)).isFound(in: "kettle") == false)
    }

    @Test(
        "that are wrong or too long are none",
        arguments: ["(", "[", "*", String(repeating: "a", count: 1_001), "a\u{0}b"])
    func wrong(text: String) {
        #expect(PerlPattern(text, foldsCase: false) == nil)
    }

    @Test("that try everything match nothing, soon")
    func bounded() throws {
        let pattern = try #require(PerlPattern("(a+)+$", foldsCase: false))
        let text = String(repeating: "a", count: 60) + "b"

        let time = ContinuousClock().measure { #expect(!pattern.isFound(in: text)) }

        // Without a bound it would take years.
        #expect(time < .seconds(30))
        #expect(pattern.isFound(in: "aaa"))
    }
}
