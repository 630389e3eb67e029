// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A tag in front of a medium, as MP3 files have it: ID3v2.3 and 2.4.
struct ID3Tag {
    /// One frame: its name and where its content is.
    struct Frame {
        var name: [UInt8]
        var content: Range<Int>
        /// Whether zeros are inserted between its bytes, which keep a decoder from finding sound.
        var isPadded: Bool
    }

    private static let headerSize = 10
    /// More in one tag are mistakes.
    private static let frameLimit = 10_000
    /// A tag that must be read whole to be understood.
    private static let wholeLimit = 32 << 20

    /// The bytes with the content of frames; not the medium itself if that has to be decoded first.
    let bytes: MediaBytes
    /// The range of the frames in `bytes`.
    let frames: Range<Int>
    /// The end of the tag in the medium.
    let end: Int
    private let version: UInt8
    private let isPadded: Bool

    /// `nil` for a medium without such a tag, and for versions without chapters.
    init?(_ medium: MediaBytes) {
        let header = medium.bytes(at: 0, Self.headerSize)
        guard header.count == Self.headerSize, header.starts("ID3") else { return nil }
        let size = Int(Self.synchsafe(header, at: 6))
        version = header[3]
        end = min(medium.count, Self.headerSize + size)
        guard version == 3 || version == 4 else { return nil }
        // In 2.3 the tag is padded as a whole, in 2.4 each frame for itself.
        isPadded = header[5] & 0x80 != 0 && version == 4
        if header[5] & 0x80 != 0, version == 3 {
            let whole = Self.withoutPadding(medium.bytes(at: Self.headerSize, min(size, Self.wholeLimit)))
            bytes = MediaBytes(whole)
            frames = bytes.all
        } else {
            bytes = medium
            frames = Self.headerSize..<max(Self.headerSize, end)
        }
    }

    private init(_ bytes: MediaBytes, frames: Range<Int>? = nil, version: UInt8) {
        self.bytes = bytes
        self.frames = frames ?? bytes.all
        end = bytes.count
        self.version = version
        isPadded = false
    }

    /// The frames in a part of the tag, from an offset on.
    func frames(from start: Int) -> [Frame] {
        var found: [Frame] = []
        var offset = start
        while found.count < Self.frameLimit, let frame = frame(at: offset) {
            found.append(frame)
            offset = frame.content.upperBound
        }
        return found
    }

    /// The content of a frame; at most `limit` bytes of it.
    func content(of frame: Frame, limit: Int) -> [UInt8] {
        let content = bytes.bytes(at: frame.content.lowerBound, min(limit, frame.content.count))
        return frame.isPadded ? Self.withoutPadding(content) : content
    }

    /// A frame that has frames inside, as if it were a tag.
    func inside(_ frame: Frame) -> ID3Tag {
        if frame.isPadded {
            return ID3Tag(MediaBytes(content(of: frame, limit: Self.wholeLimit)), version: version)
        }
        return ID3Tag(bytes, frames: frame.content, version: version)
    }

    private func frame(at offset: Int) -> Frame? {
        let end = frames.upperBound
        guard offset <= end - 10, let header = bytes.exactly(10, at: offset) else { return nil }
        let name = Array(header[..<4])
        guard name.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }) else { return nil }
        // Some programs write sizes of 2.3 into tags of 2.4.
        let isSynchsafe = version == 4 && header[4...7].allSatisfy { $0 < 0x80 }
        let size = isSynchsafe ? Int(Self.synchsafe(header, at: 4)) : Int(header.bigEndian(at: 4, 4))
        var start = offset + 10
        guard size <= end - start else { return nil }
        let content = start..<(start + size)
        // A group, and the original length, may precede the content; compressed or encrypted content is skipped.
        let flags = header[9]
        let isHidden = flags & (version == 4 ? 0x0C : 0xC0) != 0
        if flags & (version == 4 ? 0x40 : 0x20) != 0 { start += 1 }
        if version == 4, flags & 0x01 != 0 { start += 4 }
        return Frame(
            name: isHidden ? [] : name, content: min(start, content.upperBound)..<content.upperBound,
            isPadded: version == 4 && (isPadded || flags & 0x02 != 0))
    }

    /// Removes the zero after every 0xFF.
    private static func withoutPadding(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isAfterMark = false
        for byte in bytes {
            if !(isAfterMark && byte == 0) { result.append(byte) }
            isAfterMark = byte == 0xFF
        }
        return result
    }

    /// A number of four times seven bits.
    private static func synchsafe(_ bytes: [UInt8], at offset: Int) -> UInt32 {
        bytes[offset..<(offset + 4)].reduce(0) { $0 << 7 | UInt32($1 & 0x7F) }
    }
}
