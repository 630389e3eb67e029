// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import Testing

@Suite("JSON")
struct JSONValueTests {
    @Test("Members keep their order and text is escaped")
    func compact() {
        let value: JSONValue = [
            "z": 1, "a": [true, nil, 1.5, -3], "text": "q\" b\\ n\n t\t \u{1B} \u{9B} \u{2028} é 🎵", "empty": [:],
            "none": [],
        ]

        #expect(
            value.text() == #"{"z":1,"a":[true,null,1.5,-3],"#
                + #""text":"q\" b\\ n\n t\t \u001b \u009b \u2028 é 🎵","empty":{},"none":[]}"#)
    }

    @Test("What turns the direction of text is escaped, too")
    func directions() {
        let text: JSONValue = "a\u{7F}\u{202E}b\u{2066}c\u{200F}d\u{61C}"

        #expect(text.text() == #""a\u007f\u202eb\u2066c\u200fd\u061c""#)
    }

    @Test("The pretty form has one member per line")
    func pretty() {
        let value: JSONValue = ["a": [1, ["b": "c"]], "d": [], "e": [:]]

        #expect(
            value.text(.pretty) == """
                {
                  "a": [
                    1,
                    {
                      "b": "c"
                    }
                  ],
                  "d": [],
                  "e": {}
                }
                """)
    }

    @Test("What is no number is null")
    func notANumber() {
        #expect(JSONValue.array([.double(.nan), .double(.infinity), .double(-.infinity)]).text() == "[null,null,null]")
    }

    @Test("Numbers keep their kind and value")
    func numbers() throws {
        #expect(try JSONValue(parsing: "9223372036854775807") == .int(.max))
        #expect(try JSONValue(parsing: "-9223372036854775808") == .int(.min))
        #expect(try JSONValue(parsing: "9223372036854775808") == .double(0x1p63))
        #expect(try JSONValue(parsing: "1.0") == .double(1))
        #expect(try JSONValue(parsing: "1E+2") == .double(100))
        #expect(JSONValue.double(1e300).text() == "1e+300")
        #expect(JSONValue.double(100).text() == "100.0")
        #expect(try JSONValue(parsing: "-0.0").text() == "-0.0")
    }

    @Test("Values are reached by name and index")
    func access() throws {
        let value = try JSONValue(parsing: #" {"a": [1, 2.5, "x", false], "b": null} "#)

        #expect(value["a"]?[0]?.intValue == 1)
        #expect(value["a"]?[1]?.doubleValue == 2.5)
        #expect(value["a"]?[2]?.stringValue == "x")
        #expect(value["a"]?[3]?.boolValue == false)
        #expect(value["a"]?[4] == nil)
        #expect(value["a"]?.arrayValue?.count == 4)
        #expect(value["b"] == .null)
        #expect(value["c"] == nil)
        #expect(JSONValue.string(orNull: nil) == .null)
        #expect(JSONValue.int(orNull: 3) == 3)
        #expect(JSONValue.double(orNull: 2) == 2.0)
    }

    @Test("Escapes are read, with pairs of surrogates")
    func escapes() throws {
        #expect(try JSONValue(parsing: #""\u00e9\ud83c\udfb5\/\b\f""#) == "é🎵/\u{8}\u{C}")
    }

    @Test("Names that differ in bytes alone are two names")
    func canonicalNames() throws {
        let value = try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}")

        #expect(value["e\u{301}"] == 2)
        #expect(value["\u{E9}"] == 1)
    }

    @Test(
        "What is not JSON is refused at its byte",
        arguments: [
            ("", JSONError.Code.syntax, 0), ("[1,]", .syntax, 3), ("{\"a\":1,}", .syntax, 7), ("[1 2]", .syntax, 3),
            ("01", .trailingText, 1), ("1.", .syntax, 2), ("+1", .syntax, 0), (".5", .syntax, 0), ("1e", .syntax, 2),
            ("tru", .syntax, 3), ("nulll", .trailingText, 4), ("\"a", .syntax, 2), ("\"\n\"", .syntax, 1),
            (#""\x""#, .syntax, 2), (#""\ud800""#, .syntax, 7), (#""\ud800\u0041""#, .syntax, 3),
            (#""\udc00""#, .syntax, 3), (#""\u12g4""#, .syntax, 5), ("{a:1}", .syntax, 1), ("{} x", .trailingText, 3),
            (#"{"a":1,"a":2}"#, .repeatedName, 7), ("1e999", .numberOutOfRange, 0), ("NaN", .syntax, 0),
            ("'a'", .syntax, 0), ("-", .syntax, 1), ("\u{FEFF}1", .syntax, 0),
        ])
    func refused(text: String, code: JSONError.Code, offset: Int) {
        #expect(throws: JSONError(code: code, offset: offset)) { try JSONValue(parsing: text) }
    }

    @Test("Depth is limited")
    func depth() throws {
        let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)

        #expect(throws: JSONError(code: .tooDeep, offset: 64)) { try JSONValue(parsing: deep) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: "[", count: 1_000_000)) }
        _ = try JSONValue(parsing: deep, maximumDepth: 65)
    }

    @Test("The number of values is limited, since each takes much more memory than its text")
    func count() throws {
        #expect(try JSONValue(parsing: "[1,[2],{\"a\":3}]", maximumCount: 6)["x"] == nil)
        #expect(throws: JSONError(code: .tooMany, offset: 12)) {
            try JSONValue(parsing: "[1,[2],{\"a\":3}]", maximumCount: 5)
        }
        let many = "[" + String(repeating: "1,", count: 1 << 18) + "1]"
        #expect(throws: JSONError.self) { try JSONValue(parsing: many) }
    }

    @Test("What is written is read back the same", arguments: [11, 12, 13] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<300 {
            let value = Self.value(depth: 4, &generator)
            let compact = value.text()

            #expect(try JSONValue(parsing: compact).text() == compact)
            #expect(try JSONValue(parsing: compact) == value)
            #expect(try JSONValue(parsing: value.text(.pretty)) == value)
            #expect(!compact.unicodeScalars.contains { $0.value < 0x20 })
        }
    }

    private static func value(depth: Int, _ generator: inout SplitMix64) -> JSONValue {
        switch Int.random(in: 0...(depth > 0 ? 7 : 4), using: &generator) {
        case 0: return .null
        case 1: return .bool(.random(using: &generator))
        case 2: return .int(.random(in: .min ... .max, using: &generator))
        case 3:
            let number = Double(bitPattern: generator.next())
            return .double(number.isFinite ? number : 0.1)
        case 4: return .string(text(upTo: 12, &generator))
        case 5, 6:
            let count = Int.random(in: 0...4, using: &generator)
            return .array((0..<count).map { _ in value(depth: depth - 1, &generator) })
        default:
            return .object(
                (0..<Int.random(in: 0...4, using: &generator)).map { index in
                    JSONValue.Member("\(index)\(text(upTo: 3, &generator))", value(depth: depth - 1, &generator))
                })
        }
    }

    /// A text of what is written in another way, or takes several bytes.
    private static func text(upTo length: Int, _ generator: inout SplitMix64) -> String {
        let pieces = [
            "a", "9", " ", "\"", "\\", "/", "\0", "\u{8}", "\t", "\n", "\r\n", "\u{C}", "\u{1B}[31m", "\u{7F}",
            "\u{9B}", "é",
            "e\u{301}", "\u{200D}", "\u{2028}", "\u{202E}", "\u{FE0F}", "\u{FFFD}", "日", "🎵", "👩‍👩‍👧", "🇩🇪", "\u{10FFFD}",
        ]
        let count = Int.random(in: 0...length, using: &generator)
        return (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
    }
}
