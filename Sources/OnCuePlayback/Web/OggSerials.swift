// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Detects from the bytes that a decoder reads whether an Ogg file is a chain of several.
///
/// GStreamer 1.22 reads the end of a file for its length before it plays, and so the serial number of the last link. It
/// plays from link to link, but a jump leads nowhere, or only to the end of the first link.
struct OggSerials {
    /// The serial numbers of the streams at the beginning.
    private var first: Set<UInt32> = []
    /// The offset of the first page behind those with which the streams begin.
    private var firstBody: Int?
    private var isOgg = true
    /// Whether a page belongs to none of the streams at the beginning.
    private(set) var isChain = false

    /// Notes bytes that were read at an offset, the first ones first.
    mutating func note(_ bytes: some RandomAccessCollection<UInt8>, at offset: Int) {
        guard isOgg, !isChain else { return }
        if offset == 0, first.isEmpty {
            isOgg = bytes.starts(with: "OggS".utf8)
            guard isOgg else { return }
        }
        var rest = bytes[...]
        while rest.count >= 18, let index = rest.firstIndex(of: 0x4F) {
            rest = rest[index...]
            if rest.starts(with: "OggS\0".utf8), rest.count >= 18 {
                notePage(Array(rest.prefix(18)), at: offset + bytes.distance(from: bytes.startIndex, to: index))
            }
            rest = rest.dropFirst()
        }
    }

    private mutating func notePage(_ head: [UInt8], at offset: Int) {
        let serial = UInt32(truncatingIfNeeded: FileBytes.little(head[14..<18]))
        let begins = head[5] & 2 != 0
        if begins, firstBody == nil {
            first.insert(serial)
        } else if !first.contains(serial) || begins && offset > firstBody ?? 0 {
            isChain = true
        } else if !begins {
            firstBody = min(firstBody ?? offset, offset)
        }
    }
}
