// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

extension WireWriter {
    /// Appends chapters, or the absence of information: a byte, a count, and each start with its title.
    mutating func put(_ list: ChapterList?) {
        put(UInt8(list == nil ? 0 : 1))
        guard let list else { return }
        put(UInt32(clamping: list.count))
        for chapter in list.chapters {
            put(Int64(clamping: chapter.start.wholeMicroseconds))
            put(text: chapter.title)
        }
    }
}

extension WireReader {
    /// Reads chapters from a message, up to the limit.
    mutating func chapters() -> ChapterList? {
        guard byte() != 0 else { return nil }
        let count = number(UInt32.self)
        guard count <= Chapter.limit else {
            markBroken()
            return nil
        }
        var chapters: [Chapter] = []
        for _ in 0..<count where !isBroken {
            let start: Int64 = number()
            chapters.append(Chapter(start: .microseconds(start), title: text()))
        }
        return ChapterList(chapters)
    }
}
