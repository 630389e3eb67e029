// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The boxes of an MP4 file.
struct MP4Boxes {
    /// One box: its kind and where its content is.
    struct Box {
        var kind: UInt32
        var content: Range<Int>
    }

    /// More at one level are mistakes.
    private static let boxLimit = 4096

    let bytes: MediaBytes

    /// The boxes in a part of the file, in their order.
    func boxes(in range: Range<Int>) -> [Box] {
        var found: [Box] = []
        var offset = range.lowerBound
        while found.count < Self.boxLimit, let box = box(at: offset, before: range.upperBound) {
            found.append(box)
            offset = box.content.upperBound
        }
        return found
    }

    /// The content of the first box with this path.
    func find(_ path: StaticString..., in range: Range<Int>) -> Range<Int>? {
        var place: Range<Int>? = range
        for kind in path {
            place = place.flatMap { place in boxes(in: place).first { $0.kind == Self.kind(kind) }?.content }
        }
        return place
    }

    static func kind(_ name: StaticString) -> UInt32 {
        name.withUTF8Buffer { UInt32(Array($0).bigEndian(at: 0, 4)) }
    }

    /// Returns the beginning of content that starts with a version.
    func head(of range: Range<Int>, _ limit: Int) -> [UInt8] {
        bytes.bytes(at: range.lowerBound, min(limit, range.count))
    }

    private func box(at offset: Int, before end: Int) -> Box? {
        guard offset <= end - 8 else { return nil }
        let header = bytes.bytes(at: offset, min(16, end - offset))
        guard header.count >= 8 else { return nil }
        var (size, headerSize) = (header.bigEndian(at: 0, 4), 8)
        if size == 1 {
            guard header.count == 16 else { return nil }
            (size, headerSize) = (header.bigEndian(at: 8, 8), 16)
        } else if size == 0 {
            size = UInt64(end - offset)
        }
        guard size >= headerSize, size <= UInt64(end - offset) else { return nil }
        return Box(
            kind: UInt32(header.bigEndian(at: 4, 4)), content: (offset + headerSize)..<(offset + Int(size)))
    }
}
