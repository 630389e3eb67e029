// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The chapter at the current position.
package struct CurrentChapter: Sendable, Equatable {
    /// The entry that it belongs to.
    package var entry: PlaybackQueue.EntryID
    /// The index, counted from 0; `nil` before the first one begins.
    package var index: Int?
    /// The number of chapters; at least one.
    package var count: Int
    /// The title; empty before the first one begins.
    package var title: String

    /// Creates the chapter of an entry; `nil` for an entry without chapters.
    package init?(of entry: PlaybackQueue.EntryID, in list: ChapterList, at position: Duration) {
        guard !list.isEmpty else { return nil }
        self.entry = entry
        index = list.index(at: position)
        count = list.count
        title = index.map { list.chapters[$0].title } ?? ""
    }
}
