// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Percent-encoding of URI paths (RFC 3986, section 2).
package enum PercentEncoding {
    /// Encodes every byte that is not unreserved, `/` or a harmless sub-delimiter.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String { encode(bytes, keeping: isPlain) }

    /// Encodes the path of a file after the beginning of its address.
    ///
    /// - Complexity: O(*n*), with one allocation: every row of a page has an address.
    static func encode(path: [UInt8], behind start: StaticString) -> String {
        let length = path.reduce(start.utf8CodeUnitCount) { $0 + (isPlain($1) ? 1 : 3) }
        return String(unsafeUninitializedCapacity: length) { out in
            var count = 0
            func add(_ byte: UInt8) {
                out[count] = byte
                count += 1
            }
            start.withUTF8Buffer { for byte in $0 { add(byte) } }
            for byte in path {
                if isPlain(byte) {
                    add(byte)
                } else {
                    add(UInt8(ascii: "%"))
                    add(hexDigit(byte >> 4))
                    add(hexDigit(byte & 15))
                }
            }
            return count
        }
    }

    /// Encodes a value within an address, such as that of a field after `?`: every byte that is not unreserved (RFC
    /// 3986, 2.3).
    ///
    /// - Parameter others: Further characters that are kept.
    package static func encodeValue(_ text: String, besides others: String = "") -> String {
        encode(text.utf8) { isUnreserved($0) || others.utf8.contains($0) }
    }

    private static func encode(_ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool) -> String {
        var out: [UInt8] = []
        for byte in bytes {
            if isKept(byte) {
                out.append(byte)
            } else {
                out += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Decodes `%XX`; a `%` without two hexadecimal digits is kept.
    package static func decode(_ text: some Sequence<UInt8>) -> [UInt8] {
        let bytes = Array(text)
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = value(bytes[index + 1]),
                let low = value(bytes[index + 2])
            {
                out.append(high << 4 | low)
                index += 3
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return out
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"),
            UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","),
            UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"):
            true
        default: isUnreserved(byte)
        }
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
