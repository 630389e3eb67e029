// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface

extension FakeService {
    func chapters() async throws(ClientError) -> ChapterListing { try note("chapters").chapterListing }
    func seek(toChapter index: Int) async throws(ClientError) { _ = try note("chapter \(index)") }
    func seekToNextChapter() async throws(ClientError) { _ = try note("next chapter") }
    func seekToPreviousChapter() async throws(ClientError) { _ = try note("previous chapter") }
}
