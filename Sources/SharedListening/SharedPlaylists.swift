// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A playlist of the user on this machine.
package struct OwnPlaylist: Sendable, Equatable {
    /// The title, preceded by its folders, each with a slash.
    package var name: String
    /// The identifier, which survives renaming.
    package var identifier: ContentIdentifier
    /// A value that changes with the contents.
    package var stamp: String

    package init(_ name: String, _ identifier: ContentIdentifier, stamp: String) {
        (self.name, self.identifier, self.stamp) = (name, identifier, stamp)
    }
}

/// The playlists of the user.
package protocol SharedPlaylists: Sendable {
    /// Returns the playlists that can be read; `nil` if that cannot be found out.
    func all() async -> [OwnPlaylist]?

    /// Returns the names of playlists that the user has deleted and not restored, with the times in seconds since 1970.
    func deleted() async -> [String: Int64]

    /// Returns the entries in the form in which other machines can find them; `nil` if the playlist has changed
    /// meanwhile, or cannot be read.
    func entries(of playlist: OwnPlaylist) async -> [HandedEntry]?

    /// Whether a playlist has exactly these entries, as they are found on this machine.
    func has(_ playlist: OwnPlaylist, _ entries: [HandedEntry]) async -> Bool

    /// Writes a playlist as another machine has it. Entries that are not found here stay in it.
    ///
    /// - Parameter former: The playlist to replace; if `nil`, there must not be one of that name.
    /// - Returns: The playlist; `nil` if the former one has changed meanwhile, or it cannot be written.
    func write(_ name: String, _ entries: [HandedEntry], instead former: OwnPlaylist?) async -> OwnPlaylist?

    /// Rewrites a playlist if entries are found here now that were not when it was written.
    ///
    /// - Parameter entries: The entries as another machine has them, or this one had.
    /// - Returns: The playlist; `nil` if there is nothing to write, it has changed meanwhile, or it cannot be written.
    func complete(_ playlist: OwnPlaylist, _ entries: [HandedEntry]) async -> OwnPlaylist?

    /// Moves a playlist to the trash.
    ///
    /// - Returns: Whether it is gone; `false` if it has changed meanwhile.
    func delete(_ playlist: OwnPlaylist) async -> Bool
}

/// Stores the state of playlists in the logs, and on this machine.
package protocol SharedPlaylistStoring: Sendable {
    /// Returns everything that is known, by ``SharedPlaylist/register``.
    func knownPlaylists() async throws(ContentError) -> [String: KnownPlaylist]

    /// Returns a playlist as a change left it; `nil` if a later change has replaced that.
    func playlist(_ version: KnownPlaylist.Version) async throws(ContentError) -> SharedPlaylist?

    /// Notes a change of this machine, and that its result is what is here.
    ///
    /// - Parameter held: The playlist here, without the change itself.
    func notePlaylist(_ playlist: SharedPlaylist, _ held: HeldPlaylist) async throws(ContentError)

    /// Notes the state of a playlist here.
    func hold(_ held: HeldPlaylist) async throws(ContentError)
}
