// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The chapter that is heard.
package struct CurrentChapter: Sendable, Equatable {
    /// The entry that it belongs to.
    package var entry: PlaybackQueue.EntryID
    /// Counted from 0; `nil` before the first one begins.
    package var index: Int?
    /// The number of chapters; at least one.
    package var count: Int
    /// Empty before the first one begins.
    package var title: String

    /// `nil` for an entry without chapters.
    package init?(of entry: PlaybackQueue.EntryID, in list: ChapterList, at position: Duration) {
        guard !list.isEmpty else { return nil }
        self.entry = entry
        index = list.index(at: position)
        count = list.count
        title = index.map { list.chapters[$0].title } ?? ""
    }
}
