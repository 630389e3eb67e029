// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Keeps bookmarks permanently: a returned call is on disk.
package protocol BookmarkStoring: Sendable {
    /// Marks a position; if there is a bookmark within a second of it, that one becomes the newest instead.
    ///
    /// - Parameters:
    ///   - name: The name of the bookmark; `nil` leaves the name of an existing one.
    ///   - time: Seconds since 1970 now.
    /// - Throws: `storage`.
    @discardableResult
    func addBookmark(
        of track: Track, at position: Duration, name: String?, time: Int64
    ) async throws(ContentError) -> Bookmark

    /// Bookmarks from `offset` on, at most `limit`, the newest first.
    ///
    /// - Throws: `storage`.
    func bookmarks(offset: Int, limit: Int) async throws(ContentError) -> BookmarkPage

    /// - Throws: `notFound`, `storage`.
    func removeBookmark(_ number: Int64) async throws(ContentError)
}

extension BookmarkStoring {
    /// Marks a position without a name.
    @discardableResult
    package func addBookmark(
        of track: Track, at position: Duration, time: Int64
    ) async throws(ContentError) -> Bookmark {
        try await addBookmark(of: track, at: position, name: nil, time: time)
    }
}
