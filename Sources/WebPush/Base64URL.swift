// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Bytes in the letters of addresses, without padding (RFC 4648, section 5).
package enum Base64URL {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    package static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let number = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            text += (0...group.count).map { letters[number >> (18 - 6 * $0) & 63] }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// - Returns: `nil` for text with other letters, or of no possible length.
    package static func bytes(_ text: String) -> [UInt8]? {
        var (bytes, number, bits): ([UInt8], Int, Int) = ([], 0, 0)
        for letter in text.utf8 {
            guard let value = letters.firstIndex(of: letter) else { return nil }
            (number, bits) = (number << 6 | value, bits + 6)
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(number >> bits & 255))
                number &= (1 << bits) - 1
            }
        }
        return bits < 6 && number == 0 ? bytes : nil
    }
}
