// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A part of the content tree with a data source of its own, shown directly under the root.
package struct ContentBranch: Sendable {
    /// What the branch itself is called in the tree; the data source knows it as its root.
    package var identifier: ContentIdentifier
    package var title: String
    /// The picture of the branch.
    package var artwork: ArtworkReference?
    /// The name of an icon in the theme of a desktop.
    package var iconName: String?
    /// The kinds of items that come from this branch and no other.
    package var kinds: Set<ContentKind>
    /// Keys of sections that belong to this branch.
    package var keys: Set<String>
    /// Titles that lead nowhere from the root are looked for below this branch.
    package var isTransparent: Bool
    /// Tracks whose key is put together from two, with `-`, come from this branch: those of lists, which no library has.
    package var ownsCompoundTracks: Bool
    package var source: any PlayableContentDataSource
    /// What answers queries for this branch; without any, its source is given the words.
    package var queries: [any QuerySearching]

    /// - Parameter queries: The source itself, where it answers queries, when nothing is given.
    package init(
        identifier: ContentIdentifier, title: String, artwork: ArtworkReference? = nil, kinds: Set<ContentKind>,
        keys: Set<String> = [], isTransparent: Bool = false, ownsCompoundTracks: Bool = false,
        source: any PlayableContentDataSource, queries: [any QuerySearching]? = nil
    ) {
        self.identifier = identifier
        self.title = title
        self.artwork = artwork
        self.kinds = kinds
        self.keys = keys
        self.isTransparent = isTransparent
        self.ownsCompoundTracks = ownsCompoundTracks
        self.source = source
        self.queries = queries ?? (source as? any QuerySearching).map { [$0] } ?? []
    }

    /// Which items come from this branch.
    package var scope: ContentScope {
        ContentScope(branch: identifier, kinds: kinds, keys: keys, ownsCompoundTracks: ownsCompoundTracks)
    }

    /// True for the branch itself, and when an item comes from it.
    package func owns(_ identifier: ContentIdentifier) -> Bool { scope.contains(identifier) }

    /// The best of each kind that a search finds in this branch.
    ///
    /// - Throws: `invalidQuery`, and what the source throws.
    package func searchGroups(_ words: String, limit: Int) async throws(ContentError) -> [ContentSearchGroup] {
        if queries.isEmpty { return try await source.searchGroups(words, limit: limit) }
        return try await MergedSearch(queries).groups(try ContentQuery(words), limit: limit)
    }
}
