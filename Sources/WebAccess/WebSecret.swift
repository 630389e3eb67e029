// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Secrets that this machine makes.
package enum WebSecret {
    /// The bytes of a token: 256 bits.
    package static let tokenLength = 32
    /// The letters of a pairing code: five bits each, without those that look alike (Crockford's base 32).
    private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    package static let codeLength = 10

    /// Makes a token, in hexadecimal.
    package static func token(_ generator: inout some RandomNumberGenerator) -> String {
        (0..<tokenLength).map { _ in
            let byte = UInt8.random(in: 0 ... .max, using: &generator)
            return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    /// Makes a pairing code: `ABCDE-FGHJK`.
    package static func code(_ generator: inout some RandomNumberGenerator) -> String {
        let text = (0..<codeLength).map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)] }
        return String(text.prefix(codeLength / 2)) + "-" + String(text.suffix(codeLength / 2))
    }

    /// Returns a code that a user typed, normalised for comparison; `nil` if it cannot be a code.
    package static func plainCode(_ text: String) -> String? {
        guard text.utf8.count <= 40 else { return nil }
        let plain = text.uppercased().filter { $0 != "-" && $0 != " " }
            .map { $0 == "O" ? "0" : $0 == "I" || $0 == "L" ? "1" : $0 }
        guard plain.count == codeLength, plain.allSatisfy(letters.contains) else { return nil }
        return String(plain)
    }
}
