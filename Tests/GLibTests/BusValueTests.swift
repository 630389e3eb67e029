// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import GLib

@Suite("Values on the bus")
struct BusValueTests {
    @Test("300 random values of every type come back as they were sent", arguments: [1, 20, 2026] as [UInt64])
    @MediaActor
    func valuesRoundTrip(seed: UInt64) async throws {
        let echo = try await EchoBus()
        var random = RandomValues(seed: seed)
        let sent = (0..<300).map { _ in random.value(depth: 3) }

        let answer = try await echo.call("Echo", [.variant(.array(sent.map(BusValue.variant), of: "v"))])

        let received = try #require(answer.first?.unwrapped.arrayValue)
        #expect(received.count == sent.count)
        for (got, wanted) in zip(received, sent) where got.unwrapped != wanted.unwrapped {
            Issue.record("seed \(seed): \(wanted) came back as \(got)")
        }
    }

    @Test("What is sent has the signature that the value claims")
    @MediaActor
    func signaturesAreTrue() async throws {
        let echo = try await EchoBus()
        var random = RandomValues(seed: 7)

        for value in (0..<100).map({ _ in random.value(depth: 2) }) {
            let answer = try await echo.call("Echo", [.variant(value)])

            #expect(answer.first?.unwrapped.signature == value.unwrapped.signature)
        }
    }

    @Test("The largest and smallest numbers survive")
    @MediaActor
    func extremesSurvive() async throws {
        let echo = try await EchoBus()
        let extremes: [BusValue] = [
            .byte(.max), .uint16(.max), .int32(.min), .int32(.max), .uint32(.max), .int64(.min), .int64(.max),
            .uint64(.max),
            .double(.infinity), .double(-.infinity), .double(.leastNonzeroMagnitude), .double(-0.0), .string(""),
            .objectPath("/"), .array([], of: "a{sv}"), .array([], of: "(ss)"), .dictionary([:]),
        ]

        let answer = try await echo.call("Echo", [.variant(.structure(extremes))])

        #expect(answer.first?.unwrapped.arrayValue == extremes)
        let nan = try await echo.call("Echo", [.variant(.double(.nan))])
        #expect(nan.first?.doubleValue?.isNaN == true)
    }

    @Test("A NUL, which the bus cannot carry, becomes the replacement character, in keys too")
    @MediaActor
    func nulIsReplaced() async throws {
        let echo = try await EchoBus()
        let value: BusValue = .structure([.string("a\0b"), .dictionary(["k\0": .strings(["\0"])])])

        let answer = try await echo.call("Echo", [.variant(value)])

        #expect(
            answer.first?.unwrapped
                == .structure([.string("a\u{FFFD}b"), .dictionary(["k\u{FFFD}": .strings(["\u{FFFD}"])])]))
    }

    @Test("Text in any script survives")
    @MediaActor
    func textSurvives() async throws {
        let echo = try await EchoBus()
        let text = "Ænima – 音楽 – 🎵 – e\u{301} – \u{FFFD} – \u{10FFFF} – \r\n\t\u{7F}"

        let answer = try await echo.call("Echo", [.variant(.string(text))])

        #expect(answer.first?.stringValue == text)
    }

    @Test(
        "An object path that is none ends the program with a sentence that names it",
        arguments: ["", "a", "/a/", "//", "/a b", "/ä"])
    func wrongPathsTrap(path: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [path] in
            _ = BusValue.objectPath(path).makeVariant()
        }

        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("“\(path)” is not an object path"))
    }

    @Test("Accessors look through variants and take any integer that fits")
    func accessors() {
        #expect(BusValue.variant(.variant(.uint64(5))).intValue == 5)
        #expect(BusValue.uint64(.max).intValue == nil)
        #expect(BusValue.int32(-3).doubleValue == -3)
        #expect(BusValue.objectPath("/a").stringValue == "/a")
        #expect(BusValue.strings(["a", "b"]).stringsValue == ["a", "b"])
        #expect(BusValue.array([.int32(1)], of: "i").stringsValue == nil)
        #expect(BusValue.bool(true).intValue == nil)
    }
}

/// Random values with a seed, so that a failure can be repeated.
struct RandomValues {
    private var generator: SplitMix64

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    /// A value that nests at most so deep.
    mutating func value(depth: Int) -> BusValue {
        switch Int.random(in: 0...(depth > 0 ? 12 : 8), using: &generator) {
        case 0: return .bool(Bool.random(using: &generator))
        case 1: return .byte(UInt8.random(in: .min ... .max, using: &generator))
        case 2: return .int32(Int32.random(in: .min ... .max, using: &generator))
        case 3: return .uint32(UInt32.random(in: .min ... .max, using: &generator))
        case 4: return .int64(Int64.random(in: .min ... .max, using: &generator))
        case 5: return .uint64(UInt64.random(in: .min ... .max, using: &generator))
        case 6: return .double(Double.random(in: -1e300...1e300, using: &generator))
        case 7: return .string(text())
        case 8: return .objectPath("/a" + String(UInt32.random(in: .min ... .max, using: &generator)))
        case 9: return array(depth: depth)
        case 10: return .dictionary(dictionary(depth: depth))
        case 11:
            // A structure has at least one member (D-Bus specification, signatures).
            return .structure((0..<Int.random(in: 1...3, using: &generator)).map { _ in value(depth: depth - 1) })
        default: return .variant(value(depth: depth - 1).unwrapped)
        }
    }

    private mutating func array(depth: Int) -> BusValue {
        let count = Int.random(in: 0...4, using: &generator)
        switch Int.random(in: 0...4, using: &generator) {
        case 0: return .array((0..<count).map { _ in .string(text()) }, of: "s")
        case 1: return .array((0..<count).map { _ in .dictionary(dictionary(depth: depth)) }, of: "a{sv}")
        case 2: return .array((0..<count).map { _ in .variant(value(depth: depth - 1).unwrapped) }, of: "v")
        case 3: return .bytes((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        default: return .array((0..<count).map { _ in .structure([.string(text()), .int64(-1)]) }, of: "(sx)")
        }
    }

    /// Variants as values are written once, so the values here are none.
    private mutating func dictionary(depth: Int) -> [String: BusValue] {
        var values: [String: BusValue] = [:]
        for _ in 0..<Int.random(in: 0...4, using: &generator) { values[text()] = value(depth: depth - 1).unwrapped }
        return values
    }

    private mutating func text() -> String {
        String(
            (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                ["a", "Ω", "\u{301}", "🎵", " ", "\n", "\"", "/", "\u{1}", "\u{FFFD}"].randomElement(using: &generator)
                    ?? "a"
            }.joined())
    }
}
