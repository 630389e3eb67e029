// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The SHA-256 hash of a machine's certificate, which is all that a paired machine is recognised by.
package struct MachineIdentifier: Sendable, Hashable {
    /// The hash as 64 digits, in lower case.
    package let text: String

    /// Creates an identifier; `nil` if the text is not such a hash.
    package init?(_ text: String) {
        guard text.utf8.count == 64, Hexadecimal.bytes(text) != nil else { return nil }
        self.text = text.lowercased()
    }

    /// The 32 bytes of the hash.
    package var bytes: [UInt8] { Hexadecimal.bytes(text) ?? [] }

    /// The first 16 digits, which are announced in a network so that paired machines find each other again.
    package var short: String { String(text.prefix(16)) }

    /// Returns the beginning of the names of the files fetched from a machine.
    ///
    /// - Parameter text: The digits of its identifier.
    package static func filePrefix(_ text: String) -> String { text.prefix(16) + "-" }
}

/// Bytes written as pairs of hexadecimal digits.
package enum Hexadecimal {
    /// Returns the digits of bytes, in lower case.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] } as [UInt8], as: UTF8.self)
    }

    /// Returns the bytes of a text, or `nil` if it contains anything but pairs of digits.
    package static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap(digit)
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
