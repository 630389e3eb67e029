// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface

extension FakeService {
    func chapters() async throws(ClientError) -> ChapterListing { try playing("chapters").chapterListing }

    func seek(toChapter index: Int) async throws(ClientError) { try jump("chapter \(index)") { _ in index } }

    func seekToNextChapter() async throws(ClientError) { try jump("next chapter") { $0 + 1 } }

    func seekToPreviousChapter() async throws(ClientError) { try jump("previous chapter") { $0 - 1 } }

    /// Notes a call that needs something that plays, where that counts.
    func playing(_ call: String) throws(ClientError) -> State {
        let state = try note(call)
        guard !state.isLive || state.report.entry != nil else {
            throw ClientError(.nothingPlaying, "nothing is playing")
        }
        return state
    }

    private func jump(_ call: String, to index: (Int) -> Int) throws(ClientError) {
        let state = try playing(call)
        guard state.isLive else { return }
        let (items, next) = (state.chapterListing.items, index(state.chapterListing.current ?? 0))
        guard items.indices.contains(next) else { throw ClientError(.noSuchChapter, "there is no such chapter") }
        change {
            $0.chapterListing.current = next
            $0.report.entry?.chapter = ChapterMark(index: next, count: items.count, title: items[next].title)
        }
    }
}
