// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueRuntime

@Suite("Lines of the log")
struct LoggerTests {
    @Test("nothing in a value steers a terminal or the direction of text")
    func values() {
        let value = "a\u{1B}[31m\u{7F}\u{9B}0m\u{9D}52\u{9C}\u{202E}b\u{2066}c\u{2028}d\u{200F}é 🎵"

        #expect(Logger.quoted(value) == "\"a?[31m??0m?52??b?c?d?é 🎵\"")
        #expect(Logger.quoted("\u{202E}b") == "\"?b\"")
        #expect(Logger.quoted("é🎵") == "é🎵")
    }
}
