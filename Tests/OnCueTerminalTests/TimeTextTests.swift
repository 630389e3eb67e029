// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCuePhrases
import OnCueTerminal
import Testing

@Suite("Times")
struct TimeTextTests {
    @Test(
        "A position is minutes and seconds, hours too, or seconds",
        arguments: [
            ("1:30", 90.0), ("1:02:03", 3723), ("90", 90), ("0", 0), ("90.5", 90.5), ("0:05.25", 5.25), ("90:00", 5400),
        ])
    func positions(text: String, seconds: Double) {
        #expect(TimeText.target(text) == .position(.milliseconds(Int(seconds * 1000))))
    }

    @Test("A sign makes an offset", arguments: [("+10", 10), ("-10", -10), ("-1:00", -60), ("+1:00:00", 3600)])
    func offsets(text: String, seconds: Int) {
        #expect(TimeText.target(text) == .offset(.seconds(seconds)))
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "+", "-", ":", "1:", ":30", "1:60", "1:2:3:4", "1:60:00", "abc", "1h", "1.2.3", "--5", "+-5", "1e3",
            " 1", "１", "9999999999", "1:30:", "0x10", "inf", "nan", ".5", "5.",
        ])
    func junk(text: String) {
        #expect(TimeText.target(text) == nil)
    }

    @Test("Times are written as clocks show them")
    func clock() {
        #expect(TimeText.clock(.zero) == "0:00")
        #expect(TimeText.clock(.milliseconds(59_999)) == "0:59")
        #expect(TimeText.clock(.seconds(545)) == "9:05")
        #expect(TimeText.clock(.seconds(3723)) == "1:02:03")
        #expect(TimeText.clock(.seconds(-5)) == "0:00")
    }

    @Test("Spans are written as people say them")
    func spoken() {
        #expect(TimeText.spoken(.milliseconds(420)) == "0.4 s")
        #expect(TimeText.spoken(.seconds(12)) == "12 s")
        #expect(TimeText.spoken(.seconds(200)) == "3 min 20 s")
        #expect(TimeText.spoken(.seconds(7500)) == "2 h 5 min")
    }
}
