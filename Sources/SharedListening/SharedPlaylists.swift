// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A playlist of the user on this machine.
package struct OwnPlaylist: Sendable, Equatable {
    /// Its title behind its folders, each with a slash.
    package var name: String
    /// Outlives a change of its name.
    package var identifier: ContentIdentifier
    /// Changes with the contents.
    package var stamp: String

    package init(_ name: String, _ identifier: ContentIdentifier, stamp: String) {
        (self.name, self.identifier, self.stamp) = (name, identifier, stamp)
    }
}

/// The playlists of the user.
package protocol SharedPlaylists: Sendable {
    /// Those that can be read. `nil` if that is not known.
    func all() async -> [OwnPlaylist]?

    /// The names of those that the user has deleted and not restored, with the times, in seconds since 1970.
    func deleted() async -> [String: Int64]

    /// Returns the entries in the form by which other machines can find them; `nil` if the playlist is another one by
    /// now, or cannot be read.
    func entries(of playlist: OwnPlaylist) async -> [HandedEntry]?

    /// Whether a playlist has just these entries, as they are here.
    func has(_ playlist: OwnPlaylist, _ entries: [HandedEntry]) async -> Bool

    /// Writes a playlist as another machine has it. Entries that are not here stay in it.
    ///
    /// - Parameter former: The one to replace; without one, there must be none of that name.
    /// - Returns: The playlist; `nil` if the former one is another one by now, or it cannot be written.
    func write(_ name: String, _ entries: [HandedEntry], instead former: OwnPlaylist?) async -> OwnPlaylist?

    /// Writes a playlist anew if entries are here by now that were not when another machine's were written.
    ///
    /// - Parameter entries: As another machine has them, or this one had.
    /// - Returns: The playlist; `nil` if there is nothing to write, it is another one by now, or it cannot be written.
    func complete(_ playlist: OwnPlaylist, _ entries: [HandedEntry]) async -> OwnPlaylist?

    /// Moves a playlist to the trash.
    ///
    /// - Returns: Whether it is gone; false if it is another one by now.
    func delete(_ playlist: OwnPlaylist) async -> Bool
}

/// Keeps what the logs say of playlists, and what is here.
package protocol SharedPlaylistStoring: Sendable {
    /// Everything that is known, by ``SharedPlaylist/register``.
    func knownPlaylists() async throws(ContentError) -> [String: KnownPlaylist]

    /// A playlist as a change left it; `nil` if a later one has replaced that.
    func playlist(_ version: KnownPlaylist.Version) async throws(ContentError) -> SharedPlaylist?

    /// Notes a change of this machine, and that this is what is here.
    ///
    /// - Parameter held: Without the change itself.
    func notePlaylist(_ playlist: SharedPlaylist, _ held: HeldPlaylist) async throws(ContentError)

    /// Notes what is here.
    func hold(_ held: HeldPlaylist) async throws(ContentError)
}
