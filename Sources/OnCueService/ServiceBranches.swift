// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCatalog
internal import OnCueCore
internal import OnCueSession

/// The branches of the tree: For You first, since it is the most likely choice.
enum ServiceBranches {
    static func library(_ source: CatalogContentSource, _ favourites: LibraryFavourites) -> ContentBranch {
        ContentBranch(
            identifier: ContentIdentifier(kind: .section, key: "library"), title: "Library",
            kinds: [.artist, .album, .track, .genre, .composer, .folder],
            keys: Set(ContentSection.allCases.map(\.rawValue)), isTransparent: true, source: source,
            queries: [source, favourites])
    }

    static func podcasts(_ source: any PlayableContentDataSource) -> ContentBranch {
        ContentBranch(
            identifier: ContentIdentifier(kind: .section, key: "podcasts"), title: "Podcasts",
            kinds: [.podcast, .episode], keys: ["podcasts"], source: source)
    }

    static func forYou(_ source: any PlayableContentDataSource) -> ContentBranch {
        ContentBranch(
            identifier: ContentIdentifier(kind: .section, key: "for-you"), title: "For You", kinds: [.list],
            source: source)
    }
}
