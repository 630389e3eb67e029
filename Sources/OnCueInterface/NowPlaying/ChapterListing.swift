// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The chapters of the playing item.
package struct ChapterListing: Sendable, Equatable {
    /// One chapter.
    package struct Item: Sendable, Equatable {
        package var title: String
        package var start: Duration
        /// `nil` if it is not known.
        package var end: Duration?

        package init(title: String, start: Duration, end: Duration? = nil) {
            self.title = title
            self.start = start
            self.end = end
        }
    }

    /// The index of the chapter being heard; `nil` before the first one begins.
    package var current: Int?
    package var items: [Item]

    package init(current: Int? = nil, items: [Item] = []) {
        self.current = current
        self.items = items
    }
}

/// The current chapter.
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

extension ChapterListing: WireForm {
    package static var blank: ChapterListing { ChapterListing() }

    package mutating func form(_ fields: inout some FieldCoder) {
        var index = Int32(clamping: current ?? -1)
        fields("current", &index)
        current = index < 0 ? nil : Int(index)
        fields("chapters", &items)
    }
}

extension ChapterListing.Item: DictionaryForm {
    package static var blank: ChapterListing.Item { ChapterListing.Item(title: "", start: .zero) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("title", &title)
        fields("start", &start)
        fields("end", &end)
    }
}

/// Written among the fields of the current entry.
extension ChapterMark: WireForm {
    package static var blank: ChapterMark { ChapterMark(index: nil, count: 0, title: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("chapterCount", &count, .required)
        fields("chapter", &index)
        fields("chapterTitle", &title, .ifSet)
    }
}
