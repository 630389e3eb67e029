// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore

extension FakeService {
    func addBookmark() async throws(ClientError) { _ = try note("bookmark") }

    func bookmarks(offset: Int, limit: Int) async throws(ClientError) -> BookmarkPage {
        let all = try note("bookmarks \(offset) \(limit)").bookmarks
        return BookmarkPage(bookmarks: Array(all.dropFirst(offset).prefix(limit)), total: all.count)
    }

    func removeBookmark(_ number: Int64) async throws(ClientError) { _ = try note("forget bookmark \(number)") }
}
