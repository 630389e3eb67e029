// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
internal import OnCueQuery
package import OnCueRuntime
package import OnCueSession

/// The user's own playlists, for front ends.
@MediaActor
package final class PlaylistDesk: nonisolated PlaylistService {
    package typealias Failure = any Error

    private let playlists: any PlaylistManaging
    private let manager: ContentManager
    private let controller: PlaybackController
    private let naming: ItemNaming
    private let queries: ItemNaming

    package init(playlists: any PlaylistManaging, manager: ContentManager, controller: PlaybackController) {
        self.playlists = playlists
        self.manager = manager
        self.controller = controller
        naming = ItemNaming(manager: manager, kind: .playlist, branch: .playlists, noun: "playlist")
        queries = ItemNaming(manager: manager, kind: .list, branch: .forYou, noun: "playlist or saved query")
    }

    @MediaActor
    package func createPlaylist(_ name: String, format: String) async throws -> String {
        try await playlists.create(name, format: Self.format(format), tracks: []).description
    }

    private static func format(_ text: String) throws(ServiceError) -> PlaylistFormat {
        if text.isEmpty { return .m3u8 }
        guard let format = PlaylistFormat(rawValue: text), format.isWritable else {
            throw ServiceError(
                .invalidValue, "playlists can be saved as m3u8 or xspf, not as \"\(text.prefix(20))\"")
        }
        return format
    }

    @MediaActor
    package func deletePlaylist(_ playlist: String) async throws {
        try await playlists.delete(try await naming.identifier(playlist))
    }

    @MediaActor
    package func renamePlaylist(_ playlist: String, to name: String) async throws {
        let identifier = try await naming.identifier(playlist)
        try await playlists.rename(identifier, to: name)
        await controller.noteTitle(of: identifier, manager)
        try await controller.saved()
    }

    @MediaActor
    package func add(_ places: [String], toPlaylist playlist: String, at index: Int?) async throws -> PlayedContent {
        let identifier = try await naming.identifier(playlist)
        let several = try SeveralPlaces(places)
        let (selection, failures) = await manager.selection(at: several.places)
        if let failure = several.all(failures).first { throw failure.error }
        guard let selection else { throw ServiceError(.invalidValue, "adding to a playlist needs a place") }
        try await playlists.add(selection.tracks, to: identifier, at: index)
        return PlayedContent(selection)
    }

    @MediaActor
    package func arrange(_ playlist: String, _ change: PlaylistArrangement) async throws -> Int {
        try await playlists.arrange(try await naming.identifier(playlist), change)
    }

    @MediaActor
    package func saveQueue(as name: String) async throws -> SavedPlaylist {
        let tracks = controller.queue.entries.map(\.track)
        guard !tracks.isEmpty else { throw ContentError(.notPlayable, "the queue is empty; play something first") }
        let playlist = try await playlists.create(name, format: .m3u8, tracks: tracks)
        return SavedPlaylist(identifier: playlist.description, count: tracks.count)
    }

    @MediaActor
    package func importPlaylist(_ file: String, as name: String) async throws -> SavedPlaylist {
        let imported = try await playlists.importFile(try Self.location(file), name: name.isEmpty ? nil : name)
        return SavedPlaylist(identifier: imported.playlist.description, count: imported.count)
    }

    @MediaActor
    package func exportPlaylist(_ playlist: String, as format: String, to file: String) async throws -> String {
        let (format, file) = (try Self.exportFormat(format), file.isEmpty ? nil : try Self.location(file))
        do throws(ContentError) {
            return try await playlists.exported(try await naming.identifier(playlist), as: format, to: file)
        } catch {
            guard error.isAbsence else { throw error }
        }
        let query = try await queries.identifier(playlist)
        let title = try await manager.item(at: .identifier(query)).item.title
        let tracks = try await manager.selection(at: .identifier(query)).tracks
        return try await playlists.exported(tracks, title: title, as: format, to: file)
    }

    private static func location(_ text: String) throws(ServiceError) -> MediaLocation {
        guard let location = MediaLocation(uri: text), location.filePath != nil else {
            throw ServiceError(.invalidPlace, "\"\(text.prefix(200))\" is not a file; expected file:///…")
        }
        return location
    }

    private static func exportFormat(_ text: String) throws(ServiceError) -> PlaylistFormat {
        guard let format = text.isEmpty ? .m3u8 : PlaylistFormat(rawValue: text), format.isExportable else {
            throw ServiceError(
                .invalidValue, "playlists can be exported as m3u8, xspf or pls, not as \"\(text.prefix(20))\"")
        }
        return format
    }
}

extension PlaybackController {
    /// Takes over the current title of a playlist, which may have changed, if the queue comes from it.
    func noteTitle(of playlist: ContentIdentifier, _ manager: ContentManager) async {
        guard let item = try? await manager.item(at: .identifier(playlist)).item else { return }
        noteTitle(item.title, of: playlist)
    }
}
