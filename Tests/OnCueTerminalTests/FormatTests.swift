// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import OnCueClient
import OnCueCore
import OnCueInterface
import OnCuePhrases
import OnCueTestSupport
import Testing
import TextOutput

@testable import OnCueTerminal

@Suite("A template of now --format")
struct FormatTests {
    private func text(_ template: String, _ report: NowPlayingReport = Samples.playing) throws -> String {
        try FormatTemplate(template).text(report.json)
    }

    @Test(
        "is filled in",
        arguments: [
            ("{artist} – {title} [{elapsed}/{duration}]", "Miles Davis – So What [1:23/9:05]"),
            ("no fields | at all", "no fields | at all"),
            ("{symbol} {status}", "▶ playing"),
            ("{ title }", "So What"),
            ("{streamTitle|title|\"nothing\"}", "So What"),
            ("{streamTitle|date|\"no \\\"date\\\"\"}", "no \"date\""),
            ("{title:4}", "So…"),
            ("[{title:<10}][{elapsed:>6}][{number:^3}]", "[So What   ][  1:23][ 1 ]"),
            ("{album?from {album}}", "from Kind of Blue"),
            ("{date?in {date}|undated}", "undated"),
            ("{status=playing?on|off}", "on"),
            ("{title=\"So What\"?yes|no} {title=so?yes|no}", "yes no"),
            ("{muted} {muted?off|{volume}%} {muted=false?heard}", "false 60% heard"),
            ("{streamTitle|artist?{artist}|nobody}", "Miles Davis"),
            ("{context.title}, {context.number} of {context.count}", "Kind of Blue, 1 of 5"),
            ("{percent}% {remaining} {position.seconds}", "15% 7:41 83.12"),
            ("\\{\\}\\|\\\\ a\\tb", "{}|\\ a\tb"),
            ("{album?a\\|b\\}|c}", "a|b}"),
            ("{album?{artist?{title?deep}}}", "deep"),
            ("", ""),
        ])
    func filled(template: String, expected: String) throws {
        #expect(try text(template) == expected)
    }

    @Test("of a daemon that has gone tells that, and nothing else is known")
    func unavailable() throws {
        let template = try FormatTemplate("{status=unavailable?-|{title}}{artist} {muted}")

        #expect(template.text(NowPlayingReport.unavailableJSON) == "- ")
    }

    @Test("shows text that does not steer a terminal, and can write it for JSON and for markup")
    func hostile() throws {
        var report = Samples.playing
        report.entry?.title = "a\u{1B}[2J\"<b>&\\\n"

        #expect(try text("{title}", report) == "a?[2J\"<b>&\\ ")
        #expect(try text("{title:json}", report) == "a?[2J\\\"<b>&\\\\ ")
        #expect(try text("{title:markup}", report) == "a?[2J&quot;&lt;b&gt;&amp;\\ ")
        #expect(try text("{title:6:markup}", report) == "a?[2J…")
        #expect(try text("{title:markup:json}", report) == "a?[2J&quot;&lt;b&gt;&amp;\\\\ ")
        for mark in ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{20E3}"] {
            report.entry?.title = "&\(mark)<\(mark)>\(mark)\"\(mark)'\(mark)\\\(mark)"
            let written = ["&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "\\"].map { $0 + mark }.joined()
            #expect(try text("{title:markup}", report) == written)
            #expect(try text("{title:json}", report).unicodeScalars.count { $0 == "\\" } == 3)
        }
        report.entry?.title = String(repeating: "日", count: 1_000_000)
        #expect(TextLayout.width(of: try text("{title}", report)) <= 1000)
    }

    @Test(
        "that is wrong says where and what would be right",
        arguments: [
            ("{", FormatError.Code.unclosedBrace, 1), ("ab {title", .unclosedBrace, 4), ("a}", .superfluousBrace, 2),
            ("{{title}}", .doubledBrace, 2), ("{titel}", .unknownField, 2), ("{}", .missingField, 2),
            ("{title|}", .missingField, 8), ("{title|\"x}", .unclosedQuote, 8), ("{title=?x}", .missingWord, 8),
            ("{title=x}", .unexpectedCharacter, 9), ("{title!}", .unexpectedCharacter, 7),
            ("{title?a|b|c}", .unexpectedCharacter, 11), ("\\x", .badEscape, 1), ("a\\", .badEscape, 2),
            ("{title:0}", .badWidth, 8), ("{title:1001}", .badWidth, 8), ("{title:<}", .unknownForm, 8),
            ("{title:loud}", .unknownForm, 8), ("{title:3:4}", .repeatedForm, 10),
            ("{title:json:markup:json}", .repeatedForm, 20), ("{title?", .unclosedBrace, 1),
            ("{title:", .unclosedBrace, 1), ("日本 {x}", .unknownField, 5),
            (String(repeating: "{title?", count: 17), .tooDeep, 113),
            (String(repeating: "a", count: 4097), .tooLong, 4097),
        ])
    func mistakes(template: String, code: FormatError.Code, column: Int) {
        let error = #expect(throws: FormatError.self) { try FormatTemplate(template) }

        #expect(error?.code == code)
        #expect(error?.column == column)
    }

    @Test("guesses what was meant")
    func guess() {
        let error = #expect(throws: FormatError.self) { try FormatTemplate("{titel}") }

        #expect(error?.message == "there is no field \"titel\"; did you mean title?")
    }

    @Test("knows all that JSON tells, as the help does")
    func complete() {
        var report = Samples.playing
        report.entry?.chapter = ChapterMark(index: 1, count: 3, title: "Two")
        report.sleep = .time(.seconds(90))

        let help = NowCommand.command.definition.discussion
        #expect(help.contains("chapter {number, count, title}, format {codec, bitRate (bits per second), "))
        #expect(FormatField("repeat")?.value(in: report.json).text == "all")
        #expect(FormatField("chapter.number")?.value(in: report.json).text == "2")
        #expect(FormatField("sleep.remaining")?.value(in: report.json).text == "1:30")
        #expect(FormatField("timestamp") == nil && FormatField("chapter") == nil)
    }

    @Test("is told apart by whether its line changes while time passes")
    func moving() throws {
        #expect(try FormatTemplate("{title} {elapsed}").isMoving)
        #expect(try FormatTemplate("{title?{artist|remaining}}").isMoving)
        #expect(try !FormatTemplate("{title} {elapsed?x}").isMoving)
    }
}

@Suite("Any text as a template")
struct FormatPropertyTests {
    private static let pieces = [
        "{", "}", "|", "?", ":", "=", "\"", "\\", "\\n", "<", ">", "^", "30", "1000", "title", "artist", "json",
        "markup",
        "elapsed", "chapter.title", " ", "é", "e\u{301}", "日本", "🎵", "\0", "\u{FFFD}", "{title}", "{artist?", "{muted",
        "\u{301}", "99999999999999999999",
    ]

    @Test(
        "is read or refused with a column in it or right behind it, and its line has a bound",
        arguments: TestEffort.seeds(8))
    func random(_ seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        var report = Samples.playing
        report.entry?.title = String(repeating: "<e\u{301}日>", count: 10_000)
        let now = report.json
        for _ in 0..<300 {
            let count = Int.random(in: 0...40, using: &generator)
            let text = (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
            do throws(FormatError) {
                let line = try FormatTemplate(text).text(now)
                #expect(line.utf8.count <= FormatTemplate.longestLine + 3)
            } catch {
                #expect((1...text.count + 1).contains(error.column), "\(error) for \(text.debugDescription)")
                #expect(!error.message.isEmpty)
            }
        }
    }

    @Test("that is as long as can be and names the longest field makes a line within its bound, cut between letters")
    func longest() throws {
        var report = Samples.playing
        report.entry?.title = String(repeating: "日", count: 10_000)
        let template = try FormatTemplate(String(repeating: "{title}", count: FormatTemplate.longest / 7))

        let line = template.text(report.json)

        #expect(line.utf8.count <= FormatTemplate.longestLine + 3)
        #expect(line.hasSuffix("日…"))
    }
}
