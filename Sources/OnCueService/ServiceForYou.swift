// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCatalog
internal import OnCueCore
internal import OnCuePlaylists
internal import OnCueQuery
internal import OnCueRuntime
internal import OnCueSession

/// The parts of the branch For You.
struct ServiceForYou {
    let queries: SavedQueryStore
    let branch: ContentBranch
    let suggested = SuggestedItems()
    /// Called when saved queries have changed, whoever changed them.
    let queryChanges = Broadcast<Void>()

    /// - Parameter others: Branches whose items may be in the lists in addition to those of the library.
    init(
        library: CatalogContentSource, favourites: LibraryFavourites, directories: UserDirectories,
        trash: TrashFolder, others: [ContentBranch]
    ) {
        let log = Logger("queries")
        let state = ForYouState()
        queries = SavedQueryStore(
            path: directories.configuration + "/queries.conf",
            reserved: ([.suggested, .disliked] + ForYouList.own).map(\.title),
            trash: trash, log: { log.warning("a saved query is invalid", ["detail": $0]) },
            onChange: { [queryChanges] in
                state.tell()
                Task { @MediaActor in queryChanges.send(()) }
            })
        branch = ServiceBranches.forYou(
            ForYouContentSource(
                library: library, favourites: favourites, saved: queries, suggested: suggested, state: state,
                others: others))
    }

    /// Prevents playlists from taking the names of saved queries, and saved queries from taking those of playlists,
    /// from now on.
    func keepNamesApart(from shelf: PlaylistShelf) async {
        await shelf.reserve { [queries] in
            ((try? await queries.savedQueries()) ?? []).map { (name: $0.name, text: $0.text) }
        }
        await queries.reserve { name in await shelf.title(atTop: name) }
    }
}
