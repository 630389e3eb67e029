// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Chapters of an ID3v2 tag: frames `CHAP`, and `CTOC`, which determines the listed ones.
struct ID3Chapters {
    private static let nameLimit = 256
    private static let listLimit = 64 << 10

    private struct Found {
        var name: ArraySlice<UInt8>
        var chapter: Chapter
    }

    static func read(_ tag: ID3Tag) -> [Chapter] {
        var found: [Found] = []
        var listed: Set<ArraySlice<UInt8>> = []
        for frame in tag.frames(from: tag.frames.lowerBound) {
            if frame.name.starts("CHAP"), found.count < Chapter.limit, let chapter = chapter(frame, in: tag) {
                found.append(chapter)
            } else if frame.name.starts("CTOC") {
                listed.formUnion(children(tag.content(of: frame, limit: Self.listLimit)))
            }
        }
        // Chapters that no table names are not to be seen; but a table that names none is a mistake.
        let visible = found.filter { listed.contains($0.name) }
        return (visible.isEmpty ? found : visible).map(\.chapter)
    }

    /// The name, a zero, the beginning and the end in milliseconds, two offsets, then frames that describe it.
    private static func chapter(_ frame: ID3Tag.Frame, in outer: ID3Tag) -> Found? {
        let tag = outer.inside(frame)
        let head = tag.bytes.bytes(at: tag.frames.lowerBound, min(tag.frames.count, nameLimit + 17))
        guard let zero = head.prefix(nameLimit).firstIndex(of: 0), head.count >= zero + 17 else { return nil }
        let start = head.bigEndian(at: zero + 1, 4)
        guard start != 0xFFFF_FFFF else { return nil }
        let title = tag.frames(from: tag.frames.lowerBound + zero + 17).first { $0.name.starts("TIT2") }
        return Found(
            name: head[..<zero],
            chapter: Chapter(
                start: .milliseconds(Int64(start)),
                title: title.map { text(tag.content(of: $0, limit: ChapterText.byteLimit)) } ?? ""))
    }

    /// Parses a name, a zero, flags, a number, and the names of that many children.
    private static func children(_ content: [UInt8]) -> [ArraySlice<UInt8>] {
        guard let zero = content.prefix(nameLimit).firstIndex(of: 0), zero + 3 <= content.count else { return [] }
        return content[(zero + 3)...].split(separator: 0, omittingEmptySubsequences: true)
            .prefix(Int(content[zero + 2])).map { ArraySlice(Array($0)) }
    }

    private static func text(_ content: [UInt8]) -> String {
        let rest = content.dropFirst()
        return switch content.first {
        case 0: ChapterText.latin1(rest)
        case 1:
            rest.starts(with: [0xFE, 0xFF])
                ? ChapterText.utf16(rest.dropFirst(2), isBigEndian: true)
                : ChapterText.utf16(rest.starts(with: [0xFF, 0xFE]) ? rest.dropFirst(2) : rest, isBigEndian: false)
        case 2: ChapterText.utf16(rest, isBigEndian: true)
        case 3: ChapterText.utf8(rest)
        default: ""
        }
    }
}
