// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Creates and changes the user's own playlists. A returned call is on disk.
package protocol PlaylistManaging: Sendable {
    /// Makes a playlist of tracks, or an empty one.
    ///
    /// - Parameter name: Its title, after the folders that contain it, with slashes in between.
    /// - Throws: `refused` (the name is taken or cannot be one, or there are too many tracks), `storage`.
    func create(
        _ name: String, format: PlaylistFormat, tracks: [Track]
    ) async throws(ContentError) -> ContentIdentifier

    /// - Throws: `notFound`, `refused` (for a file in the library), `storage`.
    func delete(_ playlist: ContentIdentifier) async throws(ContentError)

    /// Renames a playlist and its file; its identifier stays.
    ///
    /// - Parameter name: As in ``create(_:format:tracks:)``. Without a slash, the playlist stays in its folder; with
    ///   one at the end, it keeps its title.
    /// - Throws: `notFound`, `refused`, `storage`.
    func rename(_ playlist: ContentIdentifier, to name: String) async throws(ContentError)

    /// Inserts tracks before the entry at `index`; after the last one if it is `nil` or there is no such entry.
    ///
    /// - Throws: `notFound`, `refused`, `storage`.
    func add(_ tracks: [Track], to playlist: ContentIdentifier, at index: Int?) async throws(ContentError)

    /// Changes the order of the entries, or removes some of them, as one change.
    ///
    /// - Returns: The number of entries afterwards.
    /// - Throws: `notFound` (also if there is no such entry), `refused`, `storage`.
    func arrange(_ playlist: ContentIdentifier, _ change: PlaylistArrangement) async throws(ContentError) -> Int

    /// Returns the changes that can be undone, the next one first: at most 20, while the service runs.
    func undoableEdits() async -> [NotedEdit]

    /// Returns the changes that were undone and can be redone, the next one first; none after another change.
    func redoableEdits() async -> [NotedEdit]

    /// Undoes the last change that has not been undone yet.
    ///
    /// - Returns: The change, and the playlist; `nil` if there is none.
    /// - Throws: `refused` (something else has changed the playlist since, or its former name is taken; its changes are
    ///   then forgotten), `storage`.
    func undoEdit() async throws(ContentError) -> (edit: ListEdit, playlist: ContentIdentifier)?

    /// Redoes the last undone change; otherwise as ``undoEdit()``.
    func redoEdit() async throws(ContentError) -> (edit: ListEdit, playlist: ContentIdentifier)?

    /// Makes a playlist from a playlist file of any format; entries whose media do not exist stay in it.
    ///
    /// - Parameter name: As in ``create(_:format:tracks:)``; `nil` for the title in the file, or else the name of the
    ///   file.
    /// - Returns: The new playlist and the number of its entries.
    /// - Throws: `notFound`, `unreadable`, `notPlayable` (it is not a playlist), `refused` (it has no entries, or the
    ///   name is taken), `invalidPlace` (an address that is not a file), `storage`.
    func importFile(
        _ file: MediaLocation, name: String?
    ) async throws(ContentError) -> (playlist: ContentIdentifier, count: Int)

    /// Returns the text of a file with a playlist.
    ///
    /// - Parameter file: The future location of the file, to which names of media may be relative; `nil` if it may be
    ///   anywhere.
    /// - Throws: `notFound`, `unreadable`, `refused` (the format cannot hold it).
    func exported(
        _ playlist: ContentIdentifier, as format: PlaylistFormat, to file: MediaLocation?
    ) async throws(ContentError) -> String

    /// Returns the text of a file with tracks; see ``exported(_:as:to:)``.
    func exported(
        _ tracks: [Track], title: String, as format: PlaylistFormat, to file: MediaLocation?
    ) async throws(ContentError) -> String
}
