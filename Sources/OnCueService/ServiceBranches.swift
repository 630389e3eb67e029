// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCatalog
internal import OnCueCore
internal import OnCueSession

/// The branches of the tree: For You first, since it is the most likely choice.
enum ServiceBranches {
    static func library(_ source: CatalogContentSource, _ favourites: LibraryFavourites) -> ContentBranch {
        ContentBranch(
            identifier: RootBranch.library.identifier, title: RootBranch.library.title,
            kinds: [.artist, .album, .track, .genre, .composer, .folder],
            keys: Set(ContentSection.allCases.map(\.rawValue)), isTransparent: true, source: source,
            queries: [source, favourites])
    }

    static func podcasts(_ source: any ContentSource) -> ContentBranch {
        ContentBranch(
            identifier: RootBranch.podcasts.identifier, title: RootBranch.podcasts.title,
            kinds: [.podcast, .episode], keys: [RootBranch.podcasts.rawValue], source: source)
    }

    static func forYou(_ source: any ContentSource) -> ContentBranch {
        ContentBranch(
            identifier: RootBranch.forYou.identifier, title: RootBranch.forYou.title, kinds: [.list],
            source: source)
    }
}
