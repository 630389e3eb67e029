// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An address of the internet protocol, in binary form: four bytes or sixteen.
package struct NetworkAddress: Sendable, Equatable {
    package let bytes: [UInt8]

    /// - Parameter bytes: Four or sixteen; any other number does not make a public address.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether the address means the same machine everywhere: not one of this machine, of a home or a company, of a
    /// provider's internal network, of multicast, or for examples (RFC 6890 and its registries).
    package var isPublic: Bool {
        switch bytes.count {
        case 4: Self.isPublic(four: bytes[...])
        case 16: Self.isPublic(sixteen: bytes)
        default: false
        }
    }

    /// Whether the address means the local machine on every machine, so that only programs of this machine can be
    /// reached by it; also true for an address of unknown length.
    package var isLoopback: Bool {
        switch bytes.count {
        case 4: return bytes[0] == 127 || bytes[0] == 0
        case 16:
            let isMapped = bytes.starts(with: Self.mapped)
            return isMapped ? bytes[12] == 127 || bytes[12] == 0 : bytes.prefix(12).allSatisfy { $0 == 0 }
        default: return true
        }
    }

    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    private static let reserved: [(prefix: [UInt8], bits: Int)] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24),
        ([192, 0, 2], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 3),
    ]

    /// The ways to embed one of four bytes: mapped (RFC 4291), translated (RFC 6052) and tunnelled (RFC 3056).
    private static let wrapped: [(prefix: [UInt8], at: Int)] = [
        (mapped, 12), ([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 12),
        ([0x20, 0x02], 2),
    ]

    private static func isPublic(four bytes: ArraySlice<UInt8>) -> Bool {
        !reserved.contains { matches(bytes, $0.prefix, bits: $0.bits) }
    }

    private static func isPublic(sixteen bytes: [UInt8]) -> Bool {
        if let (prefix, start) = wrapped.first(where: { bytes.starts(with: $0.prefix) }) {
            return isPublic(four: bytes[max(start, prefix.count)..<(start + 4)])
        }
        // All assigned addresses (2000::/3) except those for documentation.
        return matches(bytes[...], [0x20], bits: 3) && !matches(bytes[...], [0x20, 0x01, 0x0D, 0xB8], bits: 32)
            && !matches(bytes[...], [0x20, 0x01, 0x00], bits: 23)
    }

    private static func matches(_ bytes: ArraySlice<UInt8>, _ prefix: [UInt8], bits: Int) -> Bool {
        for (index, byte) in prefix.enumerated() {
            let left = bits - 8 * index
            let mask: UInt8 = left >= 8 ? 0xFF : ~(0xFF >> UInt8(max(0, left)))
            guard bytes[bytes.startIndex + index] & mask == byte & mask else { return false }
        }
        return true
    }
}
