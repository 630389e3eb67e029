// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The number in the key of an identifier: 60 bits, derived from the properties that identify the item.
///
/// The numbers are stored in catalogs and, as text, in saved sessions, so neither the hash nor the text form may ever
/// change.
package struct StableKey: Hashable, Sendable {
    /// 0 to 2^60 - 1.
    package let number: Int64

    /// Creates a key from a number that a catalog has stored.
    package init(number: Int64) {
        self.number = number
    }

    /// Creates a key by hashing the identifying bytes; a salt other than 0 gives another number for the same bytes.
    package init(hashing bytes: some Sequence<UInt8>, salt: UInt64 = 0) {
        self.init(hashing: Array(bytes), salt: salt)
    }

    /// Creates a key from an array. A scan hashes the path of every file, and other modules get no specialised copy of
    /// a generic function, so that each byte would cost a call.
    package init(hashing bytes: [UInt8], salt: UInt64 = 0) {
        // FNV-1a, then the finalizer of MurmurHash3 so that every input bit reaches every output bit.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ (salt &* 0x9E37_79B9_7F4A_7C15)
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        number = Int64((hash ^ (hash >> 33)) >> 4)
    }

    /// Reads the text form; `nil` for other text.
    package init?(text: String) {
        guard text.utf8.count == 12 else { return nil }
        var number: Int64 = 0
        for byte in text.utf8 {
            switch byte {
            case 0x61...0x7A: number = number << 5 | Int64(byte - 0x61)
            case 0x32...0x37: number = number << 5 | Int64(byte - 0x32 + 26)
            default: return nil
            }
        }
        self.number = number
    }

    /// Twelve characters of lower-case base32 (RFC 4648, without padding).
    package var text: String {
        String(unsafeUninitializedCapacity: 12) { out in
            for position in 0..<12 {
                let digit = UInt8(truncatingIfNeeded: number >> Int64(55 - 5 * position)) & 31
                out[position] = digit < 26 ? 0x61 + digit : 0x32 + digit - 26
            }
            return 12
        }
    }

    package func identifier(_ kind: ContentKind) -> ContentIdentifier {
        ContentIdentifier(kind: kind, key: text)
    }
}
