// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Files with chapters, made byte by byte.
enum SampleBytes {
    static func big(_ number: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }

    static func little(_ number: Int) -> [UInt8] { big(UInt64(number), 4).reversed() }

    // MARK: ID3v2.4

    static func id3(_ frames: [[UInt8]], version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
        let body = frames.flatMap(\.self)
        return Array("ID3".utf8) + [version, 0, flags] + synchsafe(body.count) + body
    }

    static func frame(_ name: String, _ content: [UInt8], flags: UInt8 = 0) -> [UInt8] {
        Array(name.utf8) + synchsafe(content.count) + [0, flags] + content
    }

    static func chapter(_ name: String, _ start: UInt64, _ inner: [UInt8]) -> [UInt8] {
        frame("CHAP", Array(name.utf8) + [0] + big(start, 4) + big(start + 1, 4) + big(0, 8) + inner)
    }

    static func table(_ names: [String]) -> [UInt8] {
        frame("CTOC", Array("toc".utf8) + [0, 3, UInt8(names.count)] + names.flatMap { Array($0.utf8) + [0] })
    }

    static func title(_ text: String) -> [UInt8] { frame("TIT2", [3] + Array(text.utf8)) }

    private static func synchsafe(_ size: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
    }

    // MARK: MP4

    static func box(_ kind: String, _ content: [UInt8]...) -> [UInt8] {
        let content = content.flatMap(\.self)
        return big(UInt64(content.count + 8), 4) + Array(kind.utf8) + content
    }

    /// A file with the list of Nero alone.
    static func nero(_ chapters: [(UInt64, String)]) -> [UInt8] {
        let rows = chapters.flatMap { big($0.0 * 10_000_000, 8) + [UInt8($0.1.utf8.count)] + Array($0.1.utf8) }
        let list = box("chpl", [1, 0, 0, 0], [0, 0, 0, 0], [UInt8(chapters.count)], rows)
        return box("ftyp", Array("M4B ".utf8)) + box("moov", box("udta", list))
    }

    // MARK: Vorbis comments

    static func flac(_ comments: [String]) -> [UInt8] {
        let texts = comments.flatMap { little($0.utf8.count) + Array($0.utf8) }
        let block = little(2) + Array("me".utf8) + little(comments.count) + texts
        return Array("fLaC".utf8) + [0x84] + big(UInt64(block.count), 3) + block
    }

    // MARK: Matroska

    static func element(_ name: UInt64, _ size: Int, _ content: [UInt8]...) -> [UInt8] {
        let content = content.flatMap(\.self)
        return big(name, size) + [0x01] + big(UInt64(content.count), 7) + content
    }

    static func atom(_ seconds: UInt64, _ title: String, _ more: [UInt8] = []) -> [UInt8] {
        element(
            0xB6, 1, element(0x91, 1, big(seconds * 1_000_000_000, 8)), more,
            element(0x80, 1, element(0x85, 1, Array(title.utf8))))
    }

    static func matroska(_ editions: [UInt8]...) -> [UInt8] {
        element(0x1A45_DFA3, 4) + element(0x1853_8067, 4, element(0x1043_A770, 4, editions.flatMap(\.self)))
    }

    static func edition(_ atoms: [UInt8]...) -> [UInt8] { element(0x45B9, 2, atoms.flatMap(\.self)) }
}
