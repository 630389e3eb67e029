// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A saved position in an item, with the details to display it if the item is no longer in the library.
package struct Bookmark: Sendable, Equatable {
    /// The maximum length of a name, in characters.
    package static let longestName = 200

    /// The number of the bookmark, which no other bookmark ever gets.
    package var number: Int64
    /// The name given to the bookmark, or `nil`; names need not be unique.
    package var name: String?
    package var identifier: ContentIdentifier
    package var location: MediaLocation
    package var title: String
    package var artists: [String]
    package var album: String?
    /// The position in the medium.
    package var position: Duration
    /// The time of creation, in seconds since 1970.
    package var time: Int64

    package init(
        number: Int64, name: String? = nil, identifier: ContentIdentifier, location: MediaLocation, title: String,
        artists: [String] = [], album: String? = nil, position: Duration, time: Int64
    ) {
        self.number = number
        self.name = name
        self.identifier = identifier
        self.location = location
        self.title = title
        self.artists = artists
        self.album = album
        self.position = position
        self.time = time
    }
}

/// A part of the bookmarks.
package struct BookmarkPage: Sendable, Equatable {
    package var bookmarks: [Bookmark]
    /// The total number.
    package var total: Int

    package init(bookmarks: [Bookmark], total: Int) {
        self.bookmarks = bookmarks
        self.total = total
    }
}
