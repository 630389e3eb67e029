// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Part of the queue.
package struct QueuePage: Sendable, Equatable {
    /// One entry.
    package struct Entry: Sendable, Equatable {
        package var id: PlaybackQueue.EntryID
        package var identifier: String
        package var title: String
        package var artist: String?
        package var album: String?
        package var duration: Duration?
        /// URI of the medium.
        package var url: String?
        /// Its number in what the queue was filled from, counted from 1; `nil` for what was added.
        package var contextNumber: Int?
        /// It follows because it is similar to what was there.
        package var isSimilar = false
        /// Its file is not there, as far as was looked.
        package var isMissing = false
        package var isCurrent: Bool

        package init(
            id: PlaybackQueue.EntryID, identifier: String, title: String, artist: String? = nil,
            album: String? = nil, duration: Duration? = nil, url: String? = nil, contextNumber: Int? = nil,
            isCurrent: Bool = false
        ) {
            self.id = id
            self.identifier = identifier
            self.title = title
            self.artist = artist
            self.album = album
            self.duration = duration
            self.url = url
            self.contextNumber = contextNumber
            self.isCurrent = isCurrent
        }
    }

    /// Index of the first entry of the page.
    package var offset: Int
    /// Number of all entries of the queue.
    package var total: Int
    /// Index of the current entry.
    package var current: Int?
    package var entries: [Entry]
    /// What the queue was filled from; `nil` for single things.
    package var context: ContextMark?
    /// Of the queue that this is a part of; `nil` from a service that has none.
    package var revision: UInt64?

    package init(
        offset: Int = 0, total: Int, current: Int? = nil, entries: [Entry], context: ContextMark? = nil
    ) {
        self.offset = offset
        self.total = total
        self.current = current
        self.entries = entries
        self.context = context
    }

    /// The most entries that one call returns.
    package static let limit = 1000
}

extension QueuePage.Entry {
    /// `nil` without the entry's number, by which alone it can be named.
    init?(_ wire: WireDictionary) {
        guard let number = wire.identity("entry") else { return nil }
        self.init(
            id: PlaybackQueue.EntryID(number), identifier: wire.text("identifier") ?? "",
            title: wire.text("title") ?? "", artist: wire.text("artist"), album: wire.text("album"),
            duration: wire.duration("duration"), url: wire.text("url"), contextNumber: wire.count("contextNumber"),
            isCurrent: wire.flag("current") ?? false)
        isSimilar = wire.flag("similar") ?? false
    }
}
