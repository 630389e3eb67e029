// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Chapters in Vorbis comments: `CHAPTER001=00:01:02.500` with `CHAPTER001NAME=`, as Ogg and FLAC files have them.
struct VorbisChapters {
    private static let blockLimit = 256
    /// A block of FLAC is not longer.
    private static let commentLimit = 1 << 24

    /// Whether the first packet of a stream begins like those with such comments.
    static func isSound(_ packet: [UInt8]) -> Bool {
        packet.starts("\u{1}vorbis") || packet.starts("OpusHead") || packet.starts("\u{7F}FLAC")
            || packet.starts("Speex   ")
    }

    /// Returns the chapters of an Ogg file; `nil` for another.
    static func ogg(_ medium: MediaBytes) -> [Chapter]? {
        guard var packets = OggPackets(medium) else { return nil }
        guard let (kind, packet) = packets.comments() else { return [] }
        if kind.starts("\u{1}vorbis") { return packet.starts("\u{3}vorbis") ? read(packet.dropFirst(7)) : [] }
        if kind.starts("OpusHead") { return packet.starts("OpusTags") ? read(packet.dropFirst(8)) : [] }
        return read(kind.starts("Speex") ? packet[...] : packet.dropFirst(4))
    }

    /// Returns the chapters of a FLAC file that begins at an offset; `nil` for another.
    static func flac(_ medium: MediaBytes, from start: Int) -> [Chapter]? {
        guard medium.bytes(at: start, 4).starts("fLaC") else { return nil }
        var offset = start + 4
        for _ in 0..<blockLimit {
            guard let header = medium.exactly(4, at: offset) else { break }
            let length = Int(header.bigEndian(at: 1, 3))
            if header[0] & 0x7F == 4 { return read(medium.bytes(at: offset + 4, min(length, commentLimit))[...]) }
            guard header[0] & 0x80 == 0 else { break }
            offset += 4 + length
        }
        return []
    }

    /// Parses the comments themselves: a vendor, a count, and that many texts with their lengths.
    static func read(_ comments: ArraySlice<UInt8>) -> [Chapter] {
        var found: [Int: (start: Duration?, title: String)] = [:]
        var rest = comments.dropFirst(4 + Int(comments.littleEndian(at: 0, 4)))
        let count = rest.littleEndian(at: 0, 4)
        rest = rest.dropFirst(4)
        for _ in 0..<min(count, 100_000) where rest.count >= 4 {
            let length = Int(rest.littleEndian(at: 0, 4))
            guard length <= rest.count - 4 else { break }
            let comment = rest.dropFirst(4).prefix(length)
            if found.count < Chapter.limit, let (number, field, value) = part(comment) {
                var chapter = found[number] ?? (nil, "")
                switch field {
                case "": chapter.start = ChapterText.start(Substring(ChapterText.utf8(value)))
                case "NAME": chapter.title = ChapterText.utf8(value.prefix(ChapterText.byteLimit))
                default: continue
                }
                found[number] = chapter
            }
            rest = rest.dropFirst(4 + length)
        }
        return found.sorted { $0.key < $1.key }.compactMap { entry in
            entry.value.start.map { Chapter(start: $0, title: entry.value.title) }
        }
    }

    /// Parses `CHAPTER`, a number, and the name of a chapter's property.
    private static func part(_ comment: ArraySlice<UInt8>) -> (Int, String, ArraySlice<UInt8>)? {
        guard let equals = comment.prefix(32).firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let name = String(decoding: comment[..<equals], as: UTF8.self).uppercased()
        guard name.hasPrefix("CHAPTER") else { return nil }
        let digits = name.dropFirst(7).prefix { ("0"..."9").contains($0) }
        guard (1...4).contains(digits.count), let number = Int(digits) else { return nil }
        return (number, String(name.dropFirst(7 + digits.count)), comment[(equals + 1)...])
    }
}
