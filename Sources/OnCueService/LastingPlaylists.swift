// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCuePlaylists
internal import OnCuePodcasts
internal import OnCueSession

/// Playlists that store durable locations of their tracks.
struct LastingPlaylists: PlaylistManaging {
    let playlists: PlaylistShelf
    let episodes: EpisodeFinder
    let exchange: PlaylistExchange

    func create(
        _ name: String, format: PlaylistFormat, tracks: [Track]
    ) async throws(ContentError) -> ContentIdentifier {
        try await playlists.create(name, format: format, tracks: await episodes.lasting(tracks))
    }

    func delete(_ playlist: ContentIdentifier) async throws(ContentError) { try await playlists.delete(playlist) }

    func rename(_ playlist: ContentIdentifier, to name: String) async throws(ContentError) {
        try await playlists.rename(playlist, to: name)
    }

    func add(_ tracks: [Track], to playlist: ContentIdentifier, at index: Int?) async throws(ContentError) {
        try await playlists.add(await episodes.lasting(tracks), to: playlist, at: index)
    }

    func arrange(_ playlist: ContentIdentifier, _ change: PlaylistArrangement) async throws(ContentError) -> Int {
        try await playlists.arrange(playlist, change)
    }

    func undoableEdits() async -> [NotedEdit] { await playlists.undoableEdits() }

    func redoableEdits() async -> [NotedEdit] { await playlists.redoableEdits() }

    func undoEdit() async throws(ContentError) -> (edit: ListEdit, playlist: ContentIdentifier)? {
        try await playlists.undoEdit()
    }

    func redoEdit() async throws(ContentError) -> (edit: ListEdit, playlist: ContentIdentifier)? {
        try await playlists.redoEdit()
    }

    func importFile(
        _ file: MediaLocation, name: String?
    ) async throws(ContentError) -> (playlist: ContentIdentifier, count: Int) {
        try await exchange.importFile(file, name: name)
    }

    func exported(
        _ playlist: ContentIdentifier, as format: PlaylistFormat, to file: MediaLocation?
    ) async throws(ContentError) -> String {
        try await exchange.exported(playlist, as: format, to: file)
    }

    func exported(
        _ tracks: [Track], title: String, as format: PlaylistFormat, to file: MediaLocation?
    ) async throws(ContentError) -> String {
        try exchange.exported(await episodes.lasting(tracks), title: title, as: format, to: file)
    }
}
