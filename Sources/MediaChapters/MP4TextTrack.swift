// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// A track of an MP4 file whose samples are titles.
struct MP4TextTrack {
    private let file: MP4Boxes
    private let table: Range<Int>
    /// Units of a second.
    private let scale: UInt64

    /// `nil` for a track of another kind.
    init?(_ file: MP4Boxes, _ track: Range<Int>) {
        guard let medium = file.find("mdia", in: track), let handler = file.find("hdlr", in: medium) else { return nil }
        let kind = file.head(of: handler, 12).dropFirst(8)
        guard kind.starts("text") || kind.starts("sbtl") else { return nil }
        guard let header = file.find("mdhd", in: medium).map({ file.head(of: $0, 24) }), header.count == 24,
            let table = file.find("minf", "stbl", in: medium)
        else { return nil }
        self.file = file
        self.table = table
        scale = header.bigEndian(at: header[0] == 1 ? 20 : 12, 4)
        guard scale > 0 else { return nil }
    }

    func read() -> [Chapter] {
        let starts = starts()
        return zip(starts, samples(starts.count)).compactMap { start, sample in
            start.map { Chapter(start: $0, title: title(sample)) }
        }
    }

    /// A length and the title.
    private func title(_ sample: Range<Int>) -> String {
        let content = file.head(of: sample, ChapterText.byteLimit)
        let length = Int(content.bigEndian(at: 0, 2))
        return ChapterText.decode(Array(content.dropFirst(2).prefix(length)))
    }

    /// Returns the start of each sample, from runs of samples of equal duration.
    private func starts() -> [Duration?] {
        var starts: [Duration?] = []
        var time: UInt64 = 0
        for run in rows("stts", width: 8) {
            let (count, length) = (run.bigEndian(at: 0, 4), run.bigEndian(at: 4, 4))
            for _ in 0..<min(count, UInt64(Chapter.limit - starts.count)) {
                // A start from ten million seconds, about 16 weeks, is implausible and becomes `nil`.
                let (seconds, rest) = time.quotientAndRemainder(dividingBy: scale)
                starts.append(
                    seconds < 10_000_000
                        ? .nanoseconds(Int64(seconds * 1_000_000_000 + rest * 1_000_000_000 / scale)) : nil)
                time += length
            }
        }
        return starts
    }

    /// Returns the ranges of the samples, from the numbers per chunk, the positions of the chunks, and the sizes of the
    /// samples.
    private func samples(_ limit: Int) -> [Range<Int>] {
        let sizes = sizes(limit)
        let runs = rows("stsc", width: 12).map { (first: $0.bigEndian(at: 0, 4), count: $0.bigEndian(at: 4, 4)) }
        var found: [Range<Int>] = []
        var run = 0
        for (index, chunk) in chunks().enumerated() where found.count < sizes.count {
            while run + 1 < runs.count, runs[run + 1].first <= UInt64(index) + 1 { run += 1 }
            let count = runs.indices.contains(run) ? runs[run].count : 1
            guard var offset = Int(exactly: chunk), offset <= file.bytes.count else { break }
            for _ in 0..<min(count, UInt64(sizes.count - found.count)) {
                let size = sizes[found.count]
                guard size <= file.bytes.count - offset else { return found }
                found.append(offset..<(offset + size))
                offset += size
            }
        }
        return found
    }

    private func sizes(_ limit: Int) -> [Int] {
        guard let range = file.find("stsz", in: table) else { return [] }
        let content = file.head(of: range, 12 + 4 * limit)
        let common = Int(content.bigEndian(at: 4, 4))
        let count = min(limit, Int(content.bigEndian(at: 8, 4)))
        if common > 0 { return Array(repeating: common, count: count) }
        return (0..<min(count, max(0, content.count - 12) / 4)).map { Int(content.bigEndian(at: 12 + $0 * 4, 4)) }
    }

    private func chunks() -> [UInt64] {
        let short = rows("stco", width: 4).map { $0.bigEndian(at: 0, 4) }
        return short.isEmpty ? rows("co64", width: 8).map { $0.bigEndian(at: 0, 8) } : short
    }

    /// The rows of a table: a version, a count, and rows of one width. As many as chapters at most.
    private func rows(_ kind: StaticString, width: Int) -> [ArraySlice<UInt8>] {
        guard let range = file.find(kind, in: table) else { return [] }
        let content = file.head(of: range, 8 + width * Chapter.limit)
        let count = min(Int(content.bigEndian(at: 4, 4)), max(0, content.count - 8) / width)
        return (0..<count).map { content[(8 + $0 * width)..<(8 + ($0 + 1) * width)] }
    }
}
