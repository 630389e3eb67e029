// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueClient
import OnCueCore
import OnCueSuggestions
import OnCueTestSupport
import Testing

@testable import OnCueTerminal

@Suite("oncue evaluate")
struct EvaluateCommandTests {
    /// Runs the command on a file with these events.
    private func run(_ events: String, _ options: String...) async -> (
        status: OnCueTerminal.ExitStatus, data: [String], talk: String
    ) {
        let session = Session()
        session.makeFile("events")
        let path = session.folder + "/events"
        defer { unlink(path) }
        try? session.files.writePrivately(events, to: Array(path.utf8))
        let status = await session.run(["evaluate", "--events", path] + options)
        return (status, session.data.lines, session.talk.text)
    }

    private static let play = #"{"kind":"play","t":0,"item":"a","context":{"hour":8,"weekday":0}}"#
    private static let trigger = #"{"kind":"trigger","t":90000,"context":{"hour":9,"weekday":1,"trigger":"session"}}"#

    @Test("answers triggers alone, one line each, in their order")
    func answers() async {
        let result = await run(
            [Self.play, Self.trigger, #"{"kind":"reset","user":"2"}"#, Self.trigger].joined(separator: "\n"))

        #expect(result.status == .done)
        #expect(result.data == [#"{"suggestions":["a"]}"#, #"{"suggestions":[]}"#])
        #expect(result.talk.isEmpty)
    }

    @Test("says with --reasons how likely each is and why")
    func reasons() async throws {
        let result = await run(Self.play + "\n" + Self.trigger + "\n", "--reasons")

        let line = try #require(result.data.first)
        let detail = try #require(try JSONValue(parsing: line)["details"]?[0])
        #expect(detail["item"] == "a")
        #expect(detail["probability"] == 1)
        #expect(detail["sentence"] == "Played recently.")
    }

    @Test("passes over what it does not know: kinds, keys, numbers for items")
    func unknown() async {
        let result = await run(
            """
            {"kind":"weather","t":"rain"}
            {"kind":"play","t":0,"item":17,"context":{"hour":8,"weekday":0,"moon":[1]},"more":{}}
            \(Self.trigger)
            """)

        #expect(result.status == .done)
        #expect(result.data == [#"{"suggestions":["17"]}"#])
    }

    @Test("takes refusals: what was dismissed goes behind")
    func refusals() async {
        let result = await run(
            """
            {"kind":"play","t":0,"item":"b","context":{"hour":8,"weekday":0}}
            {"kind":"play","t":1800,"item":"a","context":{"hour":8.5,"weekday":0}}
            \(Self.trigger)
            {"kind":"dismiss","t":90001,"item":"a","context":{"hour":9,"weekday":1}}
            \(Self.trigger)
            """)

        #expect(result.data == [#"{"suggestions":["a","b"]}"#, #"{"suggestions":["b","a"]}"#])
    }

    @Test("tells the numbers of lines that cannot be read, goes on, and fails in the end")
    func malformed() async {
        let result = await run(
            """
            {"kind":"play"
            []
            {"kind":"play","item":"a"}
            {"kind":"play","t":1}

            \(Self.play)
            {"kind":"trigger","t":"now"}
            \(String(repeating: " ", count: LineReader.limit + 1))
            \(Self.trigger)
            """)

        #expect(result.status == .failed)
        #expect(
            result.data == [
                #"{"suggestions":[],"error":"t is missing; expected a number of seconds"}"#, #"{"suggestions":["a"]}"#,
            ])
        #expect(
            result.talk == """
                oncue evaluate: line 1: not JSON: unexpected text or end at byte 14
                oncue evaluate: line 2: expected an object with a kind
                oncue evaluate: line 3: t is missing; expected a number of seconds
                oncue evaluate: line 4: an item is missing; expected a text
                oncue evaluate: line 7: t is missing; expected a number of seconds
                oncue evaluate: line 8: longer than 64 KiB
                oncue: 6 lines could not be read and had no effect

                """)
    }

    @Test("does not tell thousands of mistakes one by one")
    func many() async {
        let result = await run(String(repeating: "no\n", count: 5_000))

        #expect(result.talk.split(separator: "\n").count == 21)
        #expect(result.talk.hasSuffix("oncue: 5000 lines could not be read and had no effect\n"))
    }

    @Test("says what is missing")
    func refused() async {
        let session = Session()

        #expect(await session.run("evaluate") == .wrongWords)
        #expect(session.talk.text.contains("name the events to replay"))
        #expect(await session.run("evaluate", "--events", "/nowhere/at/all") == .nothingFound)
        #expect(session.talk.text == "oncue: no such file: /nowhere/at/all\n")
        #expect(await session.run("evaluate", "--events", "/") == .wrongWords)
    }

    @Test("never traps on any bytes", arguments: TestEffort.seeds(20))
    func bytes(_ seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        var replay = EventReplay(hasReasons: true)
        let pieces = [
            #"{"kind":"play","t":"#, #"{"kind":"trigger","t":"#, "1e308", "-1e308", "9223372036854775807", "NaN", ",",
            #""item":"x""#, #""context":{"hour":-5e300,"weekday":-9223372036854775808}"#, "}", "\u{0}", "é",
        ]
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 0...7, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }
            let (answer, _) = replay.receive(.text(Array(text.joined().utf8)))
            if let answer { #expect(!answer.text().contains("null")) }
        }
    }
}

@Suite("Lines of events")
struct LineReaderTests {
    /// Reads what is written into a pipe in pieces.
    private static func lines(_ pieces: [String]) throws -> [LineReader.Line] {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        for piece in pieces {
            let bytes = Array(piece.utf8)
            try #require(write(ends[1], bytes, bytes.count) == bytes.count)
        }
        close(ends[1])
        var reader = LineReader(descriptor: ends[0])
        var lines: [LineReader.Line] = []
        while let line = try reader.next() { lines.append(line) }
        #expect(reader.number == lines.count)
        return lines
    }

    private static func text(_ line: String) -> LineReader.Line { .text(Array(line.utf8)) }

    @Test("come one by one, also without an end of the last one")
    func lines() throws {
        #expect(try Self.lines([]) == [])
        #expect(try Self.lines(["a\n", "b", "c\n\nd"]) == ["a", "bc", "", "d"].map(Self.text))
    }

    @Test("are not kept when they are too long, and the next one is")
    func long() throws {
        let full = String(repeating: "x", count: LineReader.limit)
        #expect(try Self.lines(["x\n"]) == [Self.text("x")])
        #expect(try Self.read(full + "\n" + full + "y\nz\n") == [Self.text(full), .tooLong, Self.text("z")])
        #expect(try Self.read(full + full + full) == [.tooLong])
    }

    /// Reads from a file, which takes more than a pipe.
    private static func read(_ content: String) throws -> [LineReader.Line] {
        var template = Array("/tmp/oncue-lines-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        unlink(template)
        let bytes = Array(content.utf8)
        try #require(write(descriptor, bytes, bytes.count) == bytes.count)
        lseek(descriptor, 0, SEEK_SET)
        var reader = LineReader(descriptor: descriptor)
        var lines: [LineReader.Line] = []
        while let line = try reader.next() { lines.append(line) }
        return lines
    }
}
