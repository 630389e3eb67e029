// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The text by which items are sorted; comparing bytes is enough.
package enum SortKey {
    /// Returns a key for folded text, without a leading "the ", in which numbers are ordered by their value.
    ///
    /// Each run of digits is preceded by its length, so `2` comes before `10`.
    package static func make(folded: String) -> String {
        var text = folded
        return text.withUTF8 { bytes in
            let start = bytes.starts(with: "the ".utf8) && bytes.count > 4 ? 4 : 0
            return withNaturalNumbers(bytes[start...])
        }
    }

    /// Returns the key for a title with a separate sort name, and the title as an alias if the key does not cover it.
    package static func pair(folded: String, sortName: String?) -> (sort: String, alias: String?) {
        let own = make(folded: folded)
        guard let sortName else { return (own, nil) }
        let sort = make(sortName)
        return sort.isEmpty || sort == own ? (own, nil) : (sort, folded)
    }

    /// Returns a key for text that is not folded yet.
    package static func make(_ text: String) -> String {
        make(folded: TextFolding.fold(text))
    }

    private static func withNaturalNumbers(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        guard bytes.contains(where: isDigit) else { return String(decoding: bytes, as: UTF8.self) }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count + 4)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard isDigit(bytes[index]) else {
                out.append(bytes[index])
                index += 1
                continue
            }
            while index + 1 < bytes.endIndex, bytes[index] == 0x30, isDigit(bytes[index + 1]) { index += 1 }
            let run = bytes[index...].prefix(while: isDigit)
            out.append(UInt8(0x30 + min(run.count, 0x40)))
            out += run
            index = run.endIndex
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
