// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

@Suite("Percent-encoding of addresses (RFC 3986)")
struct PercentEncodingTests {
    private static let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    /// What a path may have besides (3.3): sub-delimiters, `:` and `@`, and what divides its segments.
    private static let ofPath = "!$&'()*+,;=:@/"

    private static func triplet(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "%" + (digits.count == 1 ? "0" : "") + digits
    }

    @Test("Each byte of a path is kept or becomes three characters with capital digits, and comes back (2.1, 2.3, 3.3)")
    func everyByte() {
        let kept = Set((Self.unreserved + Self.ofPath).utf8)
        for byte in UInt8.min...UInt8.max {
            let expected = kept.contains(byte) ? String(Character(Unicode.Scalar(byte))) : Self.triplet(byte)
            #expect(PercentEncoding.encode([byte]) == expected)
            #expect(PercentEncoding.encode(path: [byte], behind: "file://") == "file://" + expected)
            #expect(PercentEncoding.decode(expected.utf8) == [byte])
            #expect(PercentEncoding.decode(Self.triplet(byte).utf8) == [byte])
            #expect(PercentEncoding.decode(Self.triplet(byte).lowercased().utf8) == [byte])
        }
    }

    @Test("Of a value only what is unreserved is kept, and what is asked for (2.2, 2.3)")
    func values() {
        for byte in UInt8.min..<0x80 {
            let character = String(Character(Unicode.Scalar(byte)))
            let isKept = Self.unreserved.utf8.contains(byte)
            #expect(PercentEncoding.encodeValue(character) == (isKept ? character : Self.triplet(byte)))
            #expect(PercentEncoding.encodeValue(character, besides: character) == character)
        }
        #expect(PercentEncoding.encodeValue("a b&c=d/e?f#g+h") == "a%20b%26c%3Dd%2Fe%3Ff%23g%2Bh")
        #expect(PercentEncoding.encodeValue("1,2 3", besides: ",") == "1,2%203")
        #expect(PercentEncoding.encodeValue("") == "")
    }

    @Test("Text is encoded as the bytes of UTF-8 (2.5)", arguments: [("A", "A"), ("À", "%C3%80"), ("ア", "%E3%82%A2")])
    func text(_ text: String, _ encoded: String) {
        #expect(PercentEncoding.encodeValue(text) == encoded)
        #expect(PercentEncoding.encode(text.utf8) == encoded)
        #expect(PercentEncoding.decode(encoded.utf8) == Array(text.utf8))
    }

    @Test(
        "Decoding takes digits of both cases, decodes once, and keeps what is no triplet (2.1, 2.4)",
        arguments: [
            ("%c3%A9", "é"), ("%7e%7E", "~~"), ("%2525", "%25"), ("%25zz", "%zz"), ("a+b", "a+b"), ("%", "%"),
            ("%4", "%4"), ("%G1", "%G1"), ("%1G", "%1G"), ("%%41", "%A"), ("100%", "100%"), ("%41%4", "A%4"),
            ("%-1", "%-1"), ("%+1", "%+1"), ("% 1", "% 1"), ("", ""),
        ])
    func decoding(_ encoded: String, _ text: String) {
        #expect(PercentEncoding.decode(encoded.utf8) == Array(text.utf8))
    }

    @Test("Paths of any bytes come back from their addresses, which are ASCII, also those that are no UTF-8")
    func paths() {
        var random = SplitMix64(seed: 28)
        var paths: [[UInt8]] = [
            [0x2F, 0xFF, 0xFE], [0x2F, 0xC3, 0x28], [0x2F, 0xED, 0xA0, 0x80], [0x2F, 0xC0, 0xAF],
            Array("/Bj\u{F6}rk/100% ?#.flac".utf8), Array("/%41%2F/~a".utf8), [0x2F, 0x0A, 0x7F, 0x5C],
        ]
        for _ in 0..<300 {
            // No name has a zero byte.
            paths.append(
                [0x2F]
                    + (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 1...255, using: &random)
                    })
        }
        for path in paths {
            let location = MediaLocation(filePath: path)
            #expect(location.filePath == path)
            #expect(location.uri.utf8.allSatisfy { (0x21...0x7E).contains($0) })
            #expect(MediaLocation(uri: location.uri) == location)
            #expect(location.uri == "file://" + PercentEncoding.encode(path))
            #expect(PercentEncoding.decode(PercentEncoding.encode(path).utf8) == path)
        }
    }
}
