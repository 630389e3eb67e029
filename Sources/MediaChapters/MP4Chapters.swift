// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Chapters of an MP4 file: a track of texts that another track names (QuickTime), or one list (Nero).
struct MP4Chapters {
    private let file: MP4Boxes
    private let movie: Range<Int>

    /// `nil` if the file has another format.
    init?(_ medium: MediaBytes) {
        file = MP4Boxes(bytes: medium)
        let first = medium.bytes(at: 4, 4)
        let kinds: [StaticString] = ["ftyp", "moov", "mdat", "free", "skip", "wide"]
        guard kinds.contains(where: { first.starts($0) }) else { return nil }
        guard let movie = file.find("moov", in: medium.all) else { return nil }
        self.movie = movie
    }

    /// The longer of both; a list has at most 255 chapters, and a track may be there for a few of them only.
    func read() -> [Chapter] {
        let (fromTrack, fromList) = (textTrack(), list())
        return fromTrack.count >= fromList.count ? fromTrack : fromList
    }

    /// `chpl`: a version, in version 1 four bytes more, a count, and for each the beginning in units of 100 ns and the
    /// title with its length.
    private func list() -> [Chapter] {
        guard let range = file.find("udta", "chpl", in: movie) else { return [] }
        let content = file.head(of: range, 128 << 10)
        var offset = content.first == 0 ? 4 : 8
        let count = Int(content.bigEndian(at: offset, 1))
        offset += 1
        var chapters: [Chapter] = []
        while chapters.count < count, offset + 9 <= content.count {
            let start = content.bigEndian(at: offset, 8).multipliedReportingOverflow(by: 100)
            let end = min(content.count, offset + 9 + Int(content[offset + 8]))
            if !start.overflow, let start = ChapterText.start(nanoseconds: start.partialValue) {
                chapters.append(
                    Chapter(start: start, title: ChapterText.decode(Array(content[(offset + 9)..<end]))))
            }
            offset = end
        }
        return chapters
    }

    private func textTrack() -> [Chapter] {
        let tracks = file.boxes(in: movie).filter { $0.kind == MP4Boxes.kind("trak") }.prefix(64).map(\.content)
        let named = tracks.flatMap(named)
        for track in tracks where identifier(track).map(named.contains) ?? false {
            let chapters = MP4TextTrack(file, track)?.read() ?? []
            if !chapters.isEmpty { return chapters }
        }
        return []
    }

    /// The tracks that a track names as its chapters.
    private func named(_ track: Range<Int>) -> [UInt64] {
        guard let list = file.find("tref", "chap", in: track) else { return [] }
        let content = file.head(of: list, 64)
        return (0..<(content.count / 4)).map { content.bigEndian(at: $0 * 4, 4) }
    }

    private func identifier(_ track: Range<Int>) -> UInt64? {
        guard let header = file.find("tkhd", in: track).map({ file.head(of: $0, 24) }), header.count == 24 else {
            return nil
        }
        return header.bigEndian(at: header[0] == 1 ? 20 : 12, 4)
    }
}
