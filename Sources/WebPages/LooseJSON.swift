// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import XMLReading

/// Reads JSON as web pages have it: with comments, raw line breaks, trailing commas, names used twice, and spaces that
/// JSON does not know, such as a byte order mark.
enum LooseJSON {
    static let depthLimit = 64

    /// - Returns: `nil` for text that is not JSON even so.
    /// - Complexity: linear in the text.
    static func read(_ text: String) -> JSONValue? {
        if let value = parsed(text) { return value }
        if let value = parsed(cleaned(text)) { return value }
        // Written by a program that took it for text of the page.
        guard text.contains("&quot;"), !text.contains("\"") else { return nil }
        return parsed(cleaned(HTMLText.decoded(text.utf8)))
    }

    private static func parsed(_ text: String) -> JSONValue? {
        try? JSONValue(parsing: text, maximumDepth: depthLimit, allowsRepeatedNames: true)
    }

    private static func cleaned(_ text: String) -> String {
        var cleaner = JSONCleaner(bytes: Array(text.utf8))
        return String(decoding: cleaner.run(), as: UTF8.self)
    }
}

private struct JSONCleaner {
    private let bytes: [UInt8]
    private var index = 0
    private var out: [UInt8] = []

    init(bytes: [UInt8]) {
        self.bytes = bytes
        out.reserveCapacity(bytes.count)
    }

    mutating func run() -> [UInt8] {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): string()
            case UInt8(ascii: "/") where begins(with: "/*"): skip(past: "*/")
            case UInt8(ascii: "/") where begins(with: "//"): skip(past: "\n")
            case UInt8(ascii: "<") where begins(with: "<![CDATA["): index += 9
            case UInt8(ascii: "<") where begins(with: "<!--"): index += 4
            case UInt8(ascii: "]") where begins(with: "]]>"): index += 3
            case UInt8(ascii: "-") where begins(with: "-->"): index += 3
            case UInt8(ascii: "}"), UInt8(ascii: "]"): close()
            case UInt8(ascii: ";"): index += 1
            case let byte where byte >= 0x80 && blank() != nil:
                out.append(0x20)
                index += blank() ?? 1
            case let byte:
                if byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { out.append(byte) }
                index += 1
            }
        }
        return out
    }

    private func begins(with word: String) -> Bool { bytes[index...].starts(with: word.utf8) }

    /// Returns the number of bytes of a space or a mark that JSON does not have.
    private func blank() -> Int? { Self.blanks.first { begins(with: $0) }?.utf8.count }

    private static let blanks = ["\u{FEFF}", "\u{A0}", "\u{2028}", "\u{2029}", "\u{200B}", "\u{202F}", "\u{3000}"]

    private mutating func skip(past word: String) {
        index += 2
        while index < bytes.count, !begins(with: word) { index += 1 }
        index = min(index + word.utf8.count, bytes.count)
    }

    /// Takes back a comma that nothing follows.
    private mutating func close() {
        if let end = out.lastIndex(where: { $0 > 0x20 }), out[end] == UInt8(ascii: ",") { out.removeSubrange(end...) }
        out.append(bytes[index])
        index += 1
    }

    private mutating func string() {
        out.append(bytes[index])
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == UInt8(ascii: "\\") {
                escape()
            } else {
                out.append(bytes[index] < 0x20 ? 0x20 : bytes[index])
                index += 1
            }
        }
        out.append(UInt8(ascii: "\""))
        index += 1
    }

    /// Keeps an escape that JSON has, and only the character of any other.
    private mutating func escape() {
        index += 1
        guard index < bytes.count else { return }
        let byte = bytes[index]
        if byte == UInt8(ascii: "u") { return unicode() }
        if "\"\\/bfnrt".utf8.contains(byte) { out.append(UInt8(ascii: "\\")) }
        out.append(byte < 0x20 ? 0x20 : byte)
        index += 1
    }

    /// Keeps `uXXXX`, and replaces half of a pair.
    private mutating func unicode() {
        guard let code = digits(at: index + 1) else {
            index += 1
            return out.append(UInt8(ascii: "u"))
        }
        var length = 5
        var isWhole = !(0xD800...0xDFFF).contains(code)
        if (0xD800...0xDBFF).contains(code), bytes[(index + 5)...].starts(with: "\\u".utf8),
            let low = digits(at: index + 7), (0xDC00...0xDFFF).contains(low)
        {
            (length, isWhole) = (11, true)
        }
        if isWhole {
            out.append(UInt8(ascii: "\\"))
            out += bytes[index..<(index + length)]
        } else {
            out += "\u{FFFD}".utf8
        }
        index += length
    }

    private func digits(at start: Int) -> UInt16? {
        guard start + 4 <= bytes.count else { return nil }
        let text = bytes[start..<(start + 4)]
        guard text.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt16(String(decoding: text, as: UTF8.self), radix: 16)
    }
}
