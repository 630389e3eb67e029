// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The lyrics or the spoken text of a track, line by line, with times where known.
package struct Lyrics: Sendable, Equatable {
    /// One line; an empty one separates verses, or marks a pause.
    package struct Line: Sendable, Equatable {
        /// The start time; `nil` in lyrics without times.
        package var start: Duration?
        package var text: String

        package init(_ text: String, at start: Duration? = nil) {
            self.start = start
            self.text = text
        }
    }

    /// The maximum number of lines that are kept.
    package static let mostLines = 5000
    /// The maximum number of letters of a line that are kept, and of bytes, as letters can have any number of marks.
    package static let longestLine = 500
    package static let largestLine = 2_000
    /// The maximum number of bytes of all lines together; a line with several times counts once for each.
    package static let mostBytes = 256 << 10

    /// The lines, in the order of their times if they have any.
    package let lines: [Line]
    /// Whether every line has a time.
    package let isTimed: Bool

    /// Creates lyrics. Lines beyond ``mostLines`` and ``mostBytes`` and letters beyond ``longestLine`` are left out. If
    /// only some lines have times, those without are left out.
    ///
    /// - Complexity: O(*n* log *n*) in the number of lines.
    package init(_ lines: some Sequence<Line> = []) {
        var bytes = 0
        let all = lines.prefix(Self.mostLines).map(Self.cut).prefix { line in
            bytes += line.text.utf8.count
            return bytes <= Self.mostBytes
        }
        let timed = all.enumerated().compactMap { index, line in
            line.start.map { (start: $0, index: index, line: line) }
        }
        isTimed = !timed.isEmpty
        self.lines =
            timed.isEmpty
            ? Array(all) : timed.sorted { ($0.start, $0.index) < ($1.start, $1.index) }.map(\.line)
    }

    private static func cut(_ line: Line) -> Line {
        let letters = line.text.utf8.count <= longestLine ? line.text : String(line.text.prefix(longestLine))
        return Line(letters.shortened(toBytes: largestLine), at: line.start)
    }

    package var isEmpty: Bool { lines.allSatisfy { $0.text.isEmpty } }

    /// Returns the line that is heard at a position; `nil` before the first one, and without times.
    ///
    /// - Complexity: O(log *n*).
    package func index(at position: Duration) -> Int? {
        guard isTimed else { return nil }
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if let start = lines[middle].start, start <= position { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// Returns the start of the next line; `nil` after the last one, and without times.
    package func start(after position: Duration) -> Duration? {
        let next = (index(at: position) ?? -1) + 1
        guard isTimed, next < lines.count else { return nil }
        // Lines with the same time are heard together; the last of them counts.
        return lines[next].start
    }
}

/// Lyrics with their source.
package struct FoundLyrics: Sendable, Equatable {
    /// The places where lyrics are found. Raw values are part of the API.
    package enum Source: String, Sendable {
        /// A file of lyrics next to the medium.
        case file
        /// The medium itself.
        case tags
        /// A web server: LRCLIB, or one with the same interface.
        case web
    }

    package var lyrics: Lyrics
    package var source: Source

    package init(lyrics: Lyrics, source: Source) {
        self.lyrics = lyrics
        self.source = source
    }
}
