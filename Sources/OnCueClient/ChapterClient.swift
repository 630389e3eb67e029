// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The chapters of the playing item, for clients.
package protocol ChapterClient: Sendable {
    /// The chapters of the current entry, once they are known; none where it has none.
    func chapters() async throws(ClientError) -> ChapterListing
    /// Jumps to the beginning of a chapter, counted from 0.
    func seek(toChapter index: Int) async throws(ClientError)
    func seekToNextChapter() async throws(ClientError)
    /// To the beginning of the chapter, or of the one before when it has just begun.
    func seekToPreviousChapter() async throws(ClientError)
}
