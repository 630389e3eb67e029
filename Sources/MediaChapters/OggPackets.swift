// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The first packets of the first stream with sound in an Ogg file.
struct OggPackets {
    /// A page that is not there, and one with a packet that is not wanted.
    private static let pageLimit = 4096
    /// Comments with pictures are long.
    private static let packetLimit = 16 << 20

    private let medium: MediaBytes
    private var offset = 0

    /// `nil` if the file has another format.
    init?(_ medium: MediaBytes) {
        guard medium.bytes(at: 0, 4).starts("OggS") else { return nil }
        self.medium = medium
    }

    private struct Page {
        var stream: UInt64
        var isFirst: Bool
        /// Whether it begins with the rest of a packet.
        var isContinued: Bool
        /// The pieces of packets, and whether the last one ends here.
        var pieces: [Range<Int>]
        var isLastComplete: Bool
    }

    /// Returns the second packet of the stream, which has the comments, with the beginning of the first one.
    mutating func comments() -> (kind: [UInt8], packet: [UInt8])? {
        var stream: (number: UInt64, kind: [UInt8])?
        var packet: [UInt8] = []
        for _ in 0..<Self.pageLimit {
            guard let page = nextPage() else { return nil }
            if page.isFirst, stream == nil, let piece = page.pieces.first {
                let kind = medium.bytes(at: piece.lowerBound, min(16, piece.count))
                if VorbisChapters.isSound(kind) { stream = (page.stream, kind) }
                continue
            }
            guard let stream, page.stream == stream.number, let piece = page.pieces.first else { continue }
            guard page.isContinued == !packet.isEmpty, packet.count + piece.count <= Self.packetLimit else {
                return nil
            }
            packet += medium.bytes(at: piece.lowerBound, piece.count)
            if page.pieces.count > 1 || page.isLastComplete { return (stream.kind, packet) }
        }
        return nil
    }

    private mutating func nextPage() -> Page? {
        let header = medium.bytes(at: offset, 27 + 255)
        guard header.count >= 27, header.starts("OggS") else { return nil }
        let lengths = header.dropFirst(27).prefix(Int(header[26]))
        guard lengths.count == Int(header[26]) else { return nil }
        var page = Page(
            stream: header.littleEndian(at: 14, 4), isFirst: header[5] & 2 != 0, isContinued: header[5] & 1 != 0,
            pieces: [], isLastComplete: true)
        var start = offset + 27 + lengths.count
        var end = start
        for length in lengths {
            end += Int(length)
            page.isLastComplete = length < 255
            guard length < 255 else { continue }
            page.pieces.append(start..<end)
            start = end
        }
        if end > start { page.pieces.append(start..<end) }
        offset = end
        return page
    }
}
