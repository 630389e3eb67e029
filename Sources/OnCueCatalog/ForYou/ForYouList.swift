// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueQuery

/// A list generated from a query whenever it is displayed.
package struct ForYouList: Sendable, Equatable {
    let identifier: ContentIdentifier
    package let title: String
    /// The query, in the query language.
    let query: String

    /// The built-in lists, in the order of display.
    package static let own = [
        ForYouList(
            ContentIdentifier.continueListening.key, "Continue Listening", "is:unfinished sort:-played limit:100"),
        ForYouList("recently-played", "Recently Played", "played:<99y sort:-played limit:100"),
        ForYouList(ContentSection.recentlyAdded.rawValue, ContentSection.recentlyAdded.title, "sort:-added limit:100"),
        ForYouList("most-played", "Most Played", "plays:>0 sort:-plays limit:100"),
        ForYouList("top-rated", "Top Rated", "stars:>=4 sort:-stars,title limit:200"),
        ForYouList("favourites", "Favourites", "favourite sort:title"),
        ForYouList("unheard", "Unheard", "unplayed sort:-added limit:200"),
    ]

    /// The current suggestions; this list has no query.
    package static let suggested = ForYouList("suggested", "Suggested", "")

    /// The list of disliked items, which has no query and is not shown among the others.
    package static let disliked = ForYouList("disliked", "Disliked", "")

    private init(_ key: String, _ title: String, _ query: String) {
        identifier = ContentIdentifier(kind: .list, key: key)
        self.title = title
        self.query = query
    }

    /// Creates the list of a saved query, which is identified by its name.
    init(_ saved: SavedQuery) {
        identifier = StableKey(hashing: TextFolding.fold(saved.name).utf8).identifier(.list)
        title = saved.name
        query = saved.text
    }

    /// The number of the list among the others.
    var number: Int64 { StableKey(hashing: identifier.key.utf8).number }
}
