// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The chapters of one medium, in the order in which they are heard.
package struct ChapterList: Sendable, Equatable {
    /// The time from the start of a chapter within which "previous" still leads to the one before it; later it leads to
    /// its beginning.
    package static let restartTime: Duration = .seconds(3)

    /// The chapters; no two start at the same time, and none lacks a title.
    package let chapters: [Chapter]

    /// Sorts chapters, leaves out those that cannot be reached, and names those without a title.
    ///
    /// - Complexity: O(*n* log *n*).
    package init(_ chapters: [Chapter] = []) {
        let ordered = chapters.filter { $0.start >= .zero }.enumerated().sorted {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        }
        var kept: [Chapter] = []
        for (_, chapter) in ordered where kept.count < Chapter.limit && kept.last?.start != chapter.start {
            let title = chapter.title.isEmpty ? "Chapter \(kept.count + 1)" : chapter.title
            kept.append(Chapter(start: chapter.start, title: Self.cut(title)))
        }
        self.chapters = kept
    }

    package var isEmpty: Bool { chapters.isEmpty }

    package var count: Int { chapters.count }

    /// Returns the chapter that is heard at a position; `nil` before the first one begins.
    ///
    /// - Complexity: O(log *n*).
    package func index(at position: Duration) -> Int? {
        let next = nextIndex(after: position)
        return next == 0 ? nil : next - 1
    }

    /// Returns the start of the next chapter after a position; `nil` after the last one.
    package func boundary(after position: Duration) -> Duration? {
        let next = nextIndex(after: position)
        return next < chapters.count ? chapters[next].start : nil
    }

    /// Returns the end of a chapter: the start of the next one, or the end of the medium; `nil` if that is unknown.
    package func end(of index: Int, in duration: Duration?) -> Duration? {
        index + 1 < chapters.count ? chapters[index + 1].start : duration
    }

    /// Returns the position that "previous" leads to: the beginning of the chapter, or shortly after that, the
    /// beginning of the one before.
    package func previousStart(from position: Duration) -> Duration {
        guard let index = index(at: position) else { return .zero }
        if position - chapters[index].start > Self.restartTime || index == 0 { return chapters[index].start }
        return chapters[index - 1].start
    }

    private static func cut(_ title: String) -> String {
        guard title.utf8.count > Chapter.titleLimit else { return title }
        return String(String.UnicodeScalarView(title.unicodeScalars.prefix(Chapter.titleLimit)))
    }

    private func nextIndex(after position: Duration) -> Int {
        var (low, high) = (0, chapters.count)
        while low < high {
            let middle = (low + high) / 2
            if chapters[middle].start <= position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
