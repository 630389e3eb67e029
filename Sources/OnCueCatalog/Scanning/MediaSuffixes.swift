// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import TagReading

/// Decides by the name of a file whether it is worth opening.
enum MediaSuffixes {
    /// Suffixes packed into numbers, so that checking a name allocates no memory.
    private static let packed = Set(TagReader.recognisedSuffixes.compactMap { pack($0.utf8) })

    static func isMedia(_ name: UnsafeRawBufferPointer) -> Bool {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return false }
        return pack(name[(dot + 1)...]).map(packed.contains) ?? false
    }

    /// Returns whether a name is that of a CUE sheet, which is not a medium itself.
    static func isSheet(_ name: UnsafeRawBufferPointer) -> Bool {
        name.count > 4 && name.suffix(4).elementsEqual(".cue".utf8) { $0 | 0x20 == $1 | 0x20 }
    }

    /// Packs a suffix; `nil` for one that is empty or longer than any known one.
    private static func pack(_ suffix: some Collection<UInt8>) -> UInt64? {
        guard (1...8).contains(suffix.count) else { return nil }
        return suffix.reduce(0) { $0 << 8 | UInt64((0x41...0x5A).contains($1) ? $1 | 0x20 : $1) }
    }
}
