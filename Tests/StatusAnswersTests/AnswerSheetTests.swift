// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import StatusAnswers

@Suite("Answers that are kept ready")
struct AnswerSheetTests {
    private static func sheet(
        _ times: AnswerTimes, bus: String = "unix:path=/run/bus", _ write: (AnswerTimes.Moment) -> String
    ) throws -> AnswerSheet {
        let prepared = PreparedAnswer(position: .positionClock, sleep: .sleepClock, write)
        let answer = try #require(prepared)
        return AnswerSheet(version: "1", bus: bus, times: times, answers: [answer])
    }

    private static func text(
        _ sheet: AnswerSheet, at time: Duration, version: String = "1", bus: String = "unix:path=/run/bus"
    ) -> String? {
        sheet.answer(to: .lines, version: version, bus: bus, at: time).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("A position that advances goes on, and one that stands does not")
    func positions() throws {
        func write(_ moment: AnswerTimes.Moment) -> String { "at \(TimeDigits.clock(moment.position)) of 2:00" }
        var times = AnswerTimes(time: .seconds(100), position: .seconds(61), rate: 1.5, duration: .seconds(80))

        #expect(Self.text(try Self.sheet(times, write), at: .seconds(100)) == "at 1:01 of 2:00")
        #expect(Self.text(try Self.sheet(times, write), at: .seconds(102)) == "at 1:04 of 2:00")
        #expect(Self.text(try Self.sheet(times, write), at: .seconds(114)) == "at 1:20 of 2:00")
        times.rate = 0
        #expect(Self.text(try Self.sheet(times, write), at: .seconds(9999)) == "at 1:01 of 2:00")
    }

    @Test("A position that advances is not believed when nothing was noted for long, as if the daemon hung")
    func trust() throws {
        let times = AnswerTimes(time: .seconds(100), position: .seconds(61), rate: 1)
        let sheet = try Self.sheet(times) { TimeDigits.clock($0.position) }

        #expect(Self.text(sheet, at: .seconds(115)) == "1:16")
        #expect(Self.text(sheet, at: .seconds(116)) == nil)
        #expect(Self.text(sheet, at: .seconds(99)) == nil)
    }

    @Test("The sleep timer runs, and its end is asked for")
    func sleep() throws {
        let times = AnswerTimes(time: .seconds(100), position: .seconds(61), sleep: .seconds(1200))
        let sheet = try Self.sheet(times) { "\(TimeDigits.clock($0.sleep)) left at \(TimeDigits.clock($0.position))" }

        #expect(Self.text(sheet, at: .seconds(160)) == "19:00 left at 1:01")
        #expect(Self.text(sheet, at: .seconds(1300)) == nil)
    }

    @Test("An answer for another bus or by another version is none")
    func others() throws {
        let times = AnswerTimes(time: .seconds(100))
        let sheet = try Self.sheet(times, bus: "unix:path=/run/bus,guid=12") { _ in "x" }

        #expect(Self.text(sheet, at: .seconds(100)) == "x")
        #expect(Self.text(sheet, at: .seconds(100), bus: "unix:path=/run/bus,guid=12") == "x")
        #expect(Self.text(sheet, at: .seconds(100), bus: "unix:path=/run/other") == nil)
        #expect(Self.text(sheet, at: .seconds(100), bus: "unix:path=/run/bus,guid=1,guid=2") == nil)
        #expect(Self.text(sheet, at: .seconds(100), bus: "") == nil)
        #expect(Self.text(sheet, at: .seconds(100), version: "2") == nil)
        #expect(sheet.answer(to: .json, version: "1", bus: "unix:path=/run/bus", at: .seconds(100)) == nil)
    }

    @Test(
        "Gaps are found whatever else the text has",
        arguments: ["", "1:11:11", "2:22:22", "1:11:11 2:22:22", "1", "0", "\u{1}\u{2}", "4271.111", "é"])
    func gaps(_ title: String) throws {
        func write(_ moment: AnswerTimes.Moment) -> String {
            title + TimeDigits.clock(moment.position) + title + "/" + title + TimeDigits.clock(moment.sleep) + title
        }
        let prepared = PreparedAnswer(position: .positionClock, sleep: .sleepClock, write)
        let answer = try #require(prepared)
        let preparedJSON = PreparedAnswer(position: .positionSeconds, sleep: .sleepSeconds) {
            "[\(title)\(TimeDigits.seconds($0.position)),\(TimeDigits.seconds($0.sleep))\(title)]"
        }
        let json = try #require(preparedJSON)

        for position in [0, 59, 60, 3599, 3600, 100_000] {
            let moment = AnswerTimes.Moment(position: .seconds(position), sleep: .milliseconds(position * 7 + 4))
            #expect(answer.text(at: moment).elementsEqual(write(moment).utf8))
            let expected =
                "[\(title)\(TimeDigits.seconds(moment.position)),\(TimeDigits.seconds(moment.sleep))\(title)]"
            #expect(json.text(at: moment).elementsEqual(expected.utf8))
        }
    }

    @Test("A text that writes a time twice or otherwise is not prepared")
    func unprepared() {
        #expect(
            PreparedAnswer(position: .positionClock, sleep: .sleepClock) {
                TimeDigits.clock($0.position) + " " + TimeDigits.clock($0.position)
            } == nil)
        #expect(
            PreparedAnswer(position: .positionClock, sleep: .sleepClock) { "\(TimeDigits.seconds($0.position))" } == nil
        )
    }

    @Test("A sheet is read as it was written")
    func bytes() throws {
        let times = AnswerTimes(
            time: .microseconds(123_456_789), position: .microseconds(7), rate: 1.25, duration: .seconds(3),
            sleep: .seconds(9))
        var sheet = try Self.sheet(times) { "▶ \(TimeDigits.clock($0.position)) \(TimeDigits.clock($0.sleep))" }
        #expect(AnswerSheet(bytes: sheet.bytes(mark: 3)) == sheet)
        (sheet.times.duration, sheet.times.sleep, sheet.bus) = (nil, nil, "")
        #expect(AnswerSheet(bytes: sheet.bytes(mark: .max)) == sheet)
    }
}
