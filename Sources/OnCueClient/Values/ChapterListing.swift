// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The chapters of the playing item.
package struct ChapterListing: Sendable, Equatable {
    /// One chapter.
    package struct Item: Sendable, Equatable {
        package var title: String
        package var start: Duration
        /// `nil` when it is not known.
        package var end: Duration?

        package init(title: String, start: Duration, end: Duration? = nil) {
            self.title = title
            self.start = start
            self.end = end
        }
    }

    /// Index of the one that is heard; `nil` before the first one begins.
    package var current: Int?
    package var items: [Item]

    package init(current: Int? = nil, items: [Item] = []) {
        self.current = current
        self.items = items
    }
}

/// The present chapter.
package struct ChapterMark: Sendable, Equatable {
    /// Counted from 0; `nil` before the first one begins.
    package var index: Int?
    package var count: Int
    package var title: String

    package init(index: Int?, count: Int, title: String) {
        self.index = index
        self.count = count
        self.title = title
    }
}

extension ChapterMark {
    /// `nil` if the dictionary contains no chapters.
    init?(_ wire: WireDictionary) {
        guard let count = wire.count("chapterCount") else { return nil }
        self.init(index: wire.count("chapter"), count: count, title: wire.text("chapterTitle") ?? "")
    }
}
