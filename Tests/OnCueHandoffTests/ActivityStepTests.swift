// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueCore
import OnCueInterface
import OnCueTestSupport
import Testing

@testable import OnCueHandoff

@Suite("What is done in a program of another machine")
struct ActivityStepTests {
    private static let answer = #"""
        {"answer":{"activity":{"program":"org.example.Concerts","programName":"Concerts","identifier":"1",\#
        "type":"org.example.Concerts.concert","title":"Friday","userInfo":{"concert":"Blue","row":4},\#
        "eligibleFor":["handoff"]}}}
        """#

    @Test("An answer is read, with what its program needs")
    func reads() throws {
        let record = try #require(try ActivityStep.activity(answeredIn: Self.answer))
        #expect(record.activity.title == "Friday" && record.programName == "Concerts")
        #expect(record.activity.info.values == ["concert": .text("Blue"), "row": .integer(4)])
        #expect(try ActivityStep.activity(answeredIn: #"{"answer":{}}"#) == nil)
    }

    @Test("An answer that is none, and one without a title, is refused")
    func refuses() {
        for line in [
            "", "{}", "[]", #"{"answer":{"activity":7}}"#, #"{"answer":{"activity":{"title":"x"}}}"#,
            #"{"answer":{"activity":{"program":"a.b"}}}"#,
        ] {
            #expect(throws: ServiceError.self, "\(line)") { try ActivityStep.activity(answeredIn: line) }
        }
        #expect(throws: ServiceError(.notFound, "x")) {
            try ActivityStep.activity(answeredIn: #"{"error":"NotFound","message":"x"}"#)
        }
    }

    @Test("Those that were found are read, at most so many; one that is none makes all of it unreadable")
    func findings() throws {
        let one = Self.answer.dropFirst(#"{"answer":{"activity":"#.count).dropLast(2)
        func answer(_ list: [Substring]) -> String {
            #"{"answer":{"activities":["# + list.joined(separator: ",") + "]}}"
        }
        #expect(try ActivityStep.activities(answeredIn: answer([])).isEmpty)
        #expect(
            try ActivityStep.activities(answeredIn: answer([one, one])).map(\.activity.title) == ["Friday", "Friday"])
        let many = try ActivityStep.activities(answeredIn: answer(Array(repeating: one, count: 100)))
        #expect(many.count == ActivityStep.limit)
        #expect(throws: ServiceError.self) { try ActivityStep.activities(answeredIn: answer([one, "{}"])) }
        let line = ActivityStep.line(finding: String(repeating: "x", count: 100_000))
        #expect(line.utf8.count < 1_000)
    }

    @Test("Whatever becomes of an answer on its way, it is read or refused")
    func damaged() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<2_000 {
            var bytes = Array(Self.answer.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            _ = try? ActivityStep.activity(answeredIn: String(decoding: bytes, as: UTF8.self))
        }
    }
}
