// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Keeps deleted playlists, stations, podcasts and saved queries for a time. A returned call is on disk.
package protocol TrashManaging: Sendable {
    /// Everything that can be restored, the newest first.
    ///
    /// - Throws: `storage`.
    func items() async throws(ContentError) -> [TrashItem]

    /// Puts a thing back where it was.
    ///
    /// - Parameter key: That of the item.
    /// - Returns: The item, which is no longer in the trash.
    /// - Throws: `notFound`, `refused` (something has taken its name or address meanwhile), `storage`.
    func restore(_ key: String) async throws(ContentError) -> TrashItem

    /// Removes everything for good, with the downloads of podcasts.
    ///
    /// - Returns: How many things were removed.
    /// - Throws: `storage`.
    func empty() async throws(ContentError) -> Int
}
