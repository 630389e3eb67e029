// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueQuery

/// A part of the content tree with a data source of its own, shown directly under the root.
package struct ContentBranch: Sendable {
    /// The identifier of the branch in the tree; the data source knows it as its root.
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
    /// Whether titles that lead nowhere from the root are looked up below this branch.
    package var isTransparent: Bool
    /// Whether tracks and folders whose key is composed of two, with `-`, come from this branch: those of lists, which
    /// no library has.
    package var ownsCompoundKeys: Bool
    package var source: any ContentSource
    /// The sources that answer queries for this branch; if there are none, its data source receives the words.
    package var queries: [any QuerySearching]

    /// - Parameter queries: The sources that answer queries; by default the source itself, if it answers queries.
    package init(
        identifier: ContentIdentifier, title: String, artwork: ArtworkReference? = nil, kinds: Set<ContentKind>,
        keys: Set<String> = [], isTransparent: Bool = false, ownsCompoundKeys: Bool = false,
        source: any ContentSource, queries: [any QuerySearching]? = nil
    ) {
        self.identifier = identifier
        self.title = title
        self.artwork = artwork
        self.kinds = kinds
        self.keys = keys
        self.isTransparent = isTransparent
        self.ownsCompoundKeys = ownsCompoundKeys
        self.source = source
        self.queries = queries ?? (source as? any QuerySearching).map { [$0] } ?? []
    }

    /// The items of this branch.
    package var scope: ContentScope {
        ContentScope(branch: identifier, kinds: kinds, keys: keys, ownsCompoundKeys: ownsCompoundKeys)
    }

    /// Returns whether an identifier is that of the branch itself, or of an item in it.
    package func owns(_ identifier: ContentIdentifier) -> Bool { scope.contains(identifier) }

    /// Returns the best search results of each kind in this branch.
    ///
    /// - Throws: `invalidQuery`, and the errors of the source.
    package func searchGroups(_ words: String, limit: Int) async throws(ContentError) -> [ContentSearchGroup] {
        if queries.isEmpty { return try await source.searchGroups(words, limit: limit) }
        return try await MergedSearch(queries).groups(try ContentQuery(words), limit: limit)
    }
}
