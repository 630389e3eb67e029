// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCatalog
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePlaylists
internal import OnCuePodcasts
internal import OnCueRuntime

/// The deleted items of the user: podcasts in their database, everything else in a folder.
struct ServiceTrash: TrashService {
    let folder: TrashFolder
    let shelf: PlaylistShelf
    let stations: StationStore
    let queries: SavedQueryStore
    let podcasts: PodcastCenter
    private let executor = BlockingExecutor(label: "oncue.trash")

    init(
        folder: TrashFolder, shelf: PlaylistShelf, stations: StationStore, queries: SavedQueryStore,
        podcasts: PodcastCenter
    ) {
        self.folder = folder
        self.shelf = shelf
        self.stations = stations
        self.queries = queries
        self.podcasts = podcasts
    }

    func trash() async throws(ContentError) -> [TrashItem] {
        let folder = folder
        let files = await executor.run { folder.items() }
        let items = files + (try await podcasts.trash())
        return items.sorted { ($0.removed, $0.key) > ($1.removed, $1.key) }
    }

    /// Permanently removes the items that can no longer be restored.
    func expire() async { _ = try? await trash() }

    func restoreFromTrash(_ key: String) async throws(ContentError) {
        guard let item = try await trash().first(where: { $0.key == key }) else {
            throw ContentError(.notFound, "that is not in the trash; see: oncue trash")
        }
        if item.kind == .podcast {
            return try await podcasts.restore(item)
        }
        let folder = folder
        guard let file = await executor.run({ folder.read(key) }) else {
            throw ContentError(.storage, "cannot read \"\(item.title)\" in the trash")
        }
        switch item.kind {
        case .playlist: try await shelf.restore(file)
        case .station: try await stations.restore(file)
        case .query: try await queries.restore(file)
        case .podcast: break
        }
        await executor.run { folder.remove(key) }
    }

    func emptyTrash() async throws(ContentError) -> Int {
        let items = try await trash()
        let folder = folder
        for item in items where item.kind == .podcast { try await podcasts.delete(item) }
        await executor.run { for item in items where item.kind != .podcast { folder.remove(item.key) } }
        return items.count
    }
}
