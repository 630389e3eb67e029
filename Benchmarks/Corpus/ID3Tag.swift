// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Writes ID3v2.4 tags.
enum ID3Tag {
    /// A whole tag with a header and room for changes at its end.
    static func bytes(_ tags: CorpusTags, picture: [UInt8]?) -> [UInt8] {
        let utf8: UInt8 = 3
        var frames: [UInt8] = []
        for (name, text) in tags.id3Texts { frames += frame(name, [utf8] + Array(text.utf8)) }
        if let picture {
            // Encoding, MIME type, front cover, no description.
            frames += frame("APIC", [utf8] + Array("image/jpeg\0".utf8) + [3, 0] + picture)
        }
        let room = [UInt8](repeating: 0, count: 256)
        return Array("ID3".utf8) + [4, 0, 0] + sevenBits(frames.count + room.count) + frames + room
    }

    /// What a file has behind the tag at its beginning.
    static func contentBehind(_ file: [UInt8]) -> [UInt8] {
        guard file.starts(with: "ID3".utf8), file.count > 10 else { return file }
        return Array(file.dropFirst(10 + file[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }))
    }

    private static func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + sevenBits(content.count) + [0, 0] + content
    }

    /// Sizes leave the highest bit of each byte free.
    private static func sevenBits(_ number: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7F) }
    }
}
