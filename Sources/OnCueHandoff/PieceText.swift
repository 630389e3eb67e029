// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Bytes as text, in base64 with padding (RFC 4648, section 4).
package enum PieceText {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The value of each letter; 255 for a byte that is not a letter.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()

    /// - Complexity: O(n).
    package static func text(_ bytes: [UInt8]) -> String {
        let count = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: count) { output in
            letters.withUnsafeBufferPointer { letters in
                bytes.withUnsafeBufferPointer { bytes in
                    var (from, to) = (0, 0)
                    while from < bytes.count {
                        let left = bytes.count - from
                        var bits = UInt32(bytes[from]) << 16
                        if left > 1 { bits |= UInt32(bytes[from + 1]) << 8 }
                        if left > 2 { bits |= UInt32(bytes[from + 2]) }
                        output[to] = letters[Int(bits >> 18)]
                        output[to + 1] = letters[Int(bits >> 12 & 63)]
                        output[to + 2] = left > 1 ? letters[Int(bits >> 6 & 63)] : UInt8(ascii: "=")
                        output[to + 3] = left > 2 ? letters[Int(bits & 63)] : UInt8(ascii: "=")
                        (from, to) = (from + 3, to + 4)
                    }
                }
            }
            return count
        }
    }

    /// Reads such a text; `nil` if it is not valid, or stands for more than `limit` bytes. If several texts could mean
    /// the same bytes, only the one that ``text(_:)`` writes is valid.
    ///
    /// - Complexity: O(n).
    package static func bytes(_ text: String, limit: Int) -> [UInt8]? {
        var text = text
        return text.withUTF8 { letters in
            guard letters.count.isMultiple(of: 4), letters.count / 4 * 3 <= limit + 2 else { return nil }
            if letters.isEmpty { return [] }
            let padding = letters.suffix(2).reduce(0) { $0 + ($1 == UInt8(ascii: "=") ? 1 : 0) }
            let count = letters.count / 4 * 3 - padding
            guard count <= limit, padding == 0 || letters[letters.count - 1] == UInt8(ascii: "=") else { return nil }
            var isSound = true
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { output, done in
                values.withUnsafeBufferPointer { values in
                    var (from, to) = (0, 0)
                    while from < letters.count {
                        let isLast = from + 4 == letters.count
                        var bits: UInt32 = 0
                        for digit in 0..<4 {
                            let letter = letters[from + digit]
                            let isPadding = isLast && digit >= 4 - padding
                            let value = isPadding ? 0 : values[Int(letter)]
                            if value == 255 { isSound = false }
                            bits = bits << 6 | UInt32(value & 63)
                        }
                        for byte in 0..<3 {
                            let value = UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * byte))
                            // Bits that belong to no byte must be zero.
                            if to < count { output[to] = value } else if value != 0 { isSound = false }
                            to += 1
                        }
                        from += 4
                    }
                }
                done = count
            }
            return isSound ? bytes : nil
        }
    }
}
