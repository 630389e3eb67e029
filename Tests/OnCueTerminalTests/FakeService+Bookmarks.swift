// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore

extension FakeService {
    func addBookmark(_ name: String?) async throws(ClientError) {
        _ = try note("bookmark" + (name.map { " \($0)" } ?? ""))
    }

    func bookmarks(offset: Int, limit: Int) async throws(ClientError) -> BookmarkPage {
        let all = try note("bookmarks \(offset) \(limit)").bookmarks
        return BookmarkPage(bookmarks: Array(all.dropFirst(offset).prefix(limit)), total: all.count)
    }

    func removeBookmark(_ number: Int64) async throws(ClientError) { _ = try note("forget bookmark \(number)") }
}
