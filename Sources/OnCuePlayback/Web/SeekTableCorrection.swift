// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Hides the seek table of MP3 files with a constant bit rate from the parser.
///
/// Such a table has a hundred entries of one byte, so that a position in an hour is off by up to 14 seconds, while the
/// bit rate leads to the exact frame. GStreamer 1.22 uses the table whenever there is one, unless its entries do not
/// ascend; then it uses the bit rate, and reads the rest of the header as always.
struct SeekTableCorrection {
    /// The length of the header of an ID3v2 tag, which may be at the beginning (id3.org, 3.1).
    private static let tagHeaderLength = 10
    private static let frameLength = 200

    /// The offset of the first frame; `nil` until the beginning has been read.
    private var frame: Int?
    /// The offset of the table; `nil` if it is unknown, or must not be changed.
    private var table: Int?

    /// Corrects bytes of the file, from `offset` on.
    mutating func apply(to bytes: Slice<UnsafeMutableRawBufferPointer>, at offset: Int) {
        if frame == nil, offset == 0, bytes.count >= Self.tagHeaderLength { frame = Self.firstFrame(bytes) }
        guard let frame else { return }
        if table == nil, offset <= frame, frame + Self.frameLength <= offset + bytes.count {
            table = Self.table(in: bytes.dropFirst(frame - offset)).map { frame + $0 }
        }
        guard let table, offset <= table + 1, table + 2 < offset + bytes.count else { return }
        var bytes = bytes
        bytes[bytes.startIndex + table + 1 - offset] = 255
        bytes[bytes.startIndex + table + 2 - offset] = 0
    }

    private static func firstFrame(_ bytes: Slice<UnsafeMutableRawBufferPointer>) -> Int {
        guard bytes.starts(with: "ID3".utf8) else { return 0 }
        let header = Array(bytes.prefix(tagHeaderLength))
        let size = header[6...9].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
        return tagHeaderLength + size + (header[5] & 0x10 != 0 ? tagHeaderLength : 0)
    }

    /// Returns the place of the table behind the beginning of a frame, if that has the header of a constant bit rate.
    private static func table(in bytes: Slice<UnsafeMutableRawBufferPointer>) -> Int? {
        let frame = Array(bytes.prefix(frameLength))
        guard frame.count == frameLength, frame[0] == 0xFF, frame[1] & 0xE6 == 0xE2 else { return nil }
        let isVersion1 = frame[1] & 0x18 == 0x18
        let isMono = frame[3] & 0xC0 == 0xC0
        let start = isVersion1 ? (isMono ? 21 : 36) : (isMono ? 13 : 21)
        guard Array(frame[start..<(start + 4)]) == Array("Info".utf8) else { return nil }
        let flags = frame[start + 7]
        guard flags & 4 != 0 else { return nil }
        return start + 8 + (flags & 1 != 0 ? 4 : 0) + (flags & 2 != 0 ? 4 : 0)
    }
}
