// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession
internal import SQLite

extension ListeningStore: BookmarkStoring {
    @discardableResult
    package func addBookmark(
        of track: Track, at position: Duration, name: String?, time: Int64
    ) async throws(ContentError) -> Bookmark {
        try await answer { (rows) throws(SQLiteError) in
            try rows.bookmarks.add(track, at: position, name: name, time: time)
        }
    }

    package func bookmarks(offset: Int, limit: Int) async throws(ContentError) -> BookmarkPage {
        try await answer { (rows) throws(SQLiteError) in try rows.bookmarks.page(offset: offset, limit: limit) }
    }

    package func removeBookmark(_ number: Int64) async throws(ContentError) {
        guard try await answer({ (rows) throws(SQLiteError) in try rows.bookmarks.remove(number) }) else {
            throw ContentError(.notFound, "there is no bookmark \(number); list them with: oncue bookmarks")
        }
    }
}
