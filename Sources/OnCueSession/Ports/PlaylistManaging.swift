// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Makes and changes the person's own playlists. A returned call is on disk.
package protocol PlaylistManaging: Sendable {
    /// Makes an empty playlist.
    ///
    /// - Throws: `refused` (the name is taken or cannot be one), `storage`.
    func create(_ name: String, format: PlaylistFormat) async throws(ContentError) -> ContentIdentifier

    /// - Throws: `notFound`, `refused` (a list that somebody has put into the library), `storage`.
    func delete(_ playlist: ContentIdentifier) async throws(ContentError)

    /// Gives a playlist another name; its identifier and its file stay.
    ///
    /// - Throws: `notFound`, `refused`, `storage`.
    func rename(_ playlist: ContentIdentifier, to name: String) async throws(ContentError)

    /// Puts tracks in front of the entry at `index`; behind the last one when it is `nil` or there is no such entry.
    ///
    /// - Throws: `notFound`, `refused`, `storage`.
    func add(_ tracks: [Track], to playlist: ContentIdentifier, at index: Int?) async throws(ContentError)

    /// Takes entries out.
    ///
    /// - Throws: `notFound` (also when there are no such entries), `refused`, `storage`.
    func remove(from playlist: ContentIdentifier, at index: Int, count: Int) async throws(ContentError)

    /// Moves an entry to where `target` says it will stand.
    ///
    /// - Throws: `notFound` (also when there is no such entry), `refused`, `storage`.
    func move(in playlist: ContentIdentifier, from index: Int, to target: Int) async throws(ContentError)
}
