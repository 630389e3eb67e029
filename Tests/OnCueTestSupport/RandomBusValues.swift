// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import OnCueCore

/// Values for calls that nobody would make: of the right types or of wrong ones, at bounds and beyond, and made of what
/// was answered before. The same for the same seed and the same answers.
package struct RandomBusValues {
    private static let longest = 60_000
    private static let mostHeard = 400
    private static let texts = [
        "", " ", "/0", "/1/0/0", "0.1", "now1.1", "album:x", "provided:org.example.None/x", "track:", ":", "a:b:c",
        "file:///nonexistent/a.flac", "http://127.0.0.1:9/a.mp3", "https://[::1]:9/", "gopher://x", "../../etc/passwd",
        "/nonexistent", "~", "%00%ff", "{title", "sort:", "artist:(", "\"", "\u{FFFD}\u{202E}",
        "🎧 é ﷽", "\n\r\t", "-1", "99999999999999999999", "NaN", "1e999", "true", "Mon 08:10", "headphones", "car",
        "home", "never here", "off", "all", "current", "once", "never",
    ]
    private static let numbers: [Int64] = [
        0, 1, 2, 3, 5, 20, 100, 1000, 65_535, 1 << 20, 1 << 31, 1 << 32, .max, -1, -2, .min,
    ]
    private static let reals = [0, 0.5, 1, -1, 100, 1e308, -1e308, .infinity, .nan, .leastNonzeroMagnitude]
    private static let signatures = [
        "s", "u", "x", "t", "b", "d", "i", "y", "o", "as", "ay", "a{sv}", "aa{sv}", "v", "(ss)", "ao", "at", "a(st)",
    ]

    private var random: SplitMix64
    /// Texts that a program has answered, and names in its dictionaries.
    private var heard: [String] = []
    private var keys: [String: String] = [:]

    package init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    package mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    package mutating func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &random) }

    /// Arguments for a method; now and then one too few, one too many or of a wrong type.
    package mutating func arguments(_ signatures: [String]) -> [BusValue] {
        var values = signatures.map { signature in
            value(of: chance(20) ? Self.signatures.randomElement(using: &random) ?? "s" : signature)
        }
        if chance(50) { values = Array(values.dropLast()) }
        if chance(50) { values.append(value(of: "s")) }
        return values
    }

    /// A value of a type; of a text for a type that is not made here.
    package mutating func value(of signature: String, depth: Int = 0) -> BusValue {
        let number = Self.numbers.randomElement(using: &random) ?? 0
        switch signature {
        case "b": return .bool(Bool.random(using: &random))
        case "y": return .byte(UInt8(truncatingIfNeeded: number))
        case "i": return .int32(Int32(truncatingIfNeeded: number))
        case "u": return .uint32(UInt32(truncatingIfNeeded: number))
        case "x": return .int64(number)
        case "t": return .uint64(UInt64(bitPattern: number))
        case "d": return .double(Self.reals.randomElement(using: &random) ?? 0)
        case "o": return .objectPath(path())
        case "ay": return .bytes((0..<size()).map { _ in UInt8.random(in: 0...255, using: &random) })
        case "a{sv}": return dictionary(depth)
        case "v":
            return .variant(
                value(of: depth > 2 ? "s" : Self.signatures.randomElement(using: &random) ?? "s", depth: depth + 1))
        case _ where signature.hasPrefix("a"):
            let element = String(signature.dropFirst())
            return .array(
                (0..<(depth > 1 ? 1 : size() % 40)).map { _ in value(of: element, depth: depth + 1) }, of: element)
        case _ where signature.hasPrefix("("):
            return .structure(Self.members(signature).map { value(of: $0, depth: depth + 1) })
        default: return .string(text())
        }
    }

    /// Takes what a program has answered, to ask with it.
    package mutating func hear(_ values: [BusValue], depth: Int = 0) {
        guard depth < 6 else { return }
        for value in values {
            switch value {
            case .string(let text), .objectPath(let text): hear(text)
            case .array(let elements, _): hear(Array(elements.prefix(20)), depth: depth + 1)
            case .structure(let members): hear(members, depth: depth + 1)
            case .variant(let inner): hear([inner], depth: depth + 1)
            case .dictionary(let entries):
                for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
                    if keys.count < Self.mostHeard { keys[key] = value.signature }
                    hear([value], depth: depth + 1)
                }
            default: break
            }
        }
    }

    private mutating func hear(_ text: String) {
        // Never the whole disk.
        guard !text.isEmpty, text != "/", text.utf8.count < 300 else { return }
        if heard.count < Self.mostHeard {
            heard.append(text)
        } else {
            heard[Int.random(in: heard.indices, using: &random)] = text
        }
    }

    private mutating func text() -> String {
        if chance(100) { return String(repeating: "x", count: Self.longest) }
        if chance(10) {
            let scalars = (0..<size() % 30).compactMap { _ in
                UnicodeScalar(UInt32.random(in: 1...0x2FFF, using: &random))
            }
            return String(String.UnicodeScalarView(scalars))
        }
        let known = chance(2) ? heard.randomElement(using: &random) : nil
        return known ?? Self.texts.randomElement(using: &random) ?? ""
    }

    private mutating func path() -> String {
        let known = heard.filter(Self.isPath).randomElement(using: &random)
        return known ?? ["/", "/org/mpris/MediaPlayer2/TrackList/NoTrack", "/a/b"].randomElement(using: &random) ?? "/"
    }

    /// The bus ends the connection of who sends another one.
    private static func isPath(_ text: String) -> Bool {
        let isSpelt = text.utf8.allSatisfy { byte in
            (0x2F...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
        }
        return isSpelt && text.hasPrefix("/") && !text.hasSuffix("/") && !text.contains("//")
    }

    private mutating func dictionary(_ depth: Int) -> BusValue {
        var entries: [String: BusValue] = [:]
        let known = keys.keys.sorted()
        for _ in 0..<size() % 6 {
            let key = chance(8) ? text() : known.randomElement(using: &random) ?? "x"
            let signature = chance(6) ? Self.signatures.randomElement(using: &random) : keys[key]
            entries[key] = value(of: depth > 1 ? "s" : signature ?? "s", depth: depth + 1)
        }
        return .dictionary(entries)
    }

    /// Mostly small, seldom large.
    private mutating func size() -> Int {
        chance(60) ? Int.random(in: 0..<5000, using: &random) : Int.random(in: 0..<6, using: &random)
    }

    /// The types inside of a structure.
    private static func members(_ signature: String) -> [String] {
        var members: [String] = []
        var (member, depth) = ("", 0)
        for character in signature.dropFirst().dropLast() {
            member.append(character)
            depth += "({".contains(character) ? 1 : ")}".contains(character) ? -1 : 0
            guard depth == 0, character != "a" else { continue }
            members.append(member)
            member = ""
        }
        return members
    }
}
