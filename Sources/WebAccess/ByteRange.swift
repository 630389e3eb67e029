// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A part of something that a request asks for by `Range: bytes=…` (RFC 9110, 14.1).
package enum ByteRange: Sendable, Equatable {
    /// From a byte on, up to another one if there is one.
    case from(UInt64, UInt64?)
    /// This many bytes at the end.
    case last(UInt64)

    /// Reads the field; `nil` for several parts and for everything else that may be answered as a whole.
    package init?(_ field: String?) {
        guard let field, field.utf8.count <= 100, field.lowercased().hasPrefix("bytes=") else { return nil }
        let sides = field.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard sides.count == 2, sides.allSatisfy({ $0.utf8.allSatisfy(Self.isDigit) }) else { return nil }
        switch (UInt64(sides[0]), UInt64(sides[1])) {
        case (let first?, let last?) where first <= last: self = .from(first, last)
        case (let first?, nil) where sides[1].isEmpty: self = .from(first, nil)
        case (nil, let count?) where sides[0].isEmpty: self = .last(count)
        default: return nil
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// The bytes of something of a size; `nil` if it has none of them.
    package func bytes(of size: UInt64) -> Range<UInt64>? {
        switch self {
        case .from(let first, let last):
            guard first < size else { return nil }
            return first..<(last.map { $0 < size ? $0 + 1 : size } ?? size)
        case .last(let count): return count > 0 && size > 0 ? (size - min(count, size))..<size : nil
        }
    }
}
