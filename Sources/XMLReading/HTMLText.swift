// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Text of web pages, in which characters may be written as references.
package enum HTMLText {
    /// Replaces references such as `&amp;`, `&#8211;` and `&#x2013;`; one that is unknown remains as it is.
    ///
    /// - Complexity: linear in the text.
    package static func decoded(_ bytes: some Collection<UInt8>) -> String {
        let bytes = Array(bytes)
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "&"), let (scalar, length) = reference(bytes[(index + 1)...].prefix(32)) {
                out += UTF8.encode(scalar).map { Array($0) } ?? []
                index += 1 + length
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Returns the character that the reference after `&` stands for, and the number of bytes of the reference.
    private static func reference(_ rest: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
        let name = rest.prefix {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) || $0 == UInt8(ascii: "#")
        }
        let isEnded = name.endIndex < rest.endIndex && rest[name.endIndex] == UInt8(ascii: ";")
        let length = name.count + (isEnded ? 1 : 0)
        let text = String(decoding: name, as: UTF8.self)
        if text.hasPrefix("#") { return number(text.dropFirst()).map { ($0, length) } }
        // Without its end, "&copy" is common in addresses: "?a=1&copy=2".
        guard isEnded, let scalar = HTMLEntities.scalar(named: text) else { return nil }
        return (scalar, length)
    }

    private static func number(_ text: Substring) -> Unicode.Scalar? {
        let isHexadecimal = text.first == "x" || text.first == "X"
        guard let code = UInt32(isHexadecimal ? text.dropFirst() : text, radix: isHexadecimal ? 16 : 10), code > 0
        else { return nil }
        return Unicode.Scalar(code) ?? "\u{FFFD}"
    }
}
