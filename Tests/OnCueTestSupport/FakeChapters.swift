// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
import OnCueSession
import Synchronization

/// Chapters that a test sets, which may keep those who ask waiting.
package final class FakeChapters: ChapterReading {
    private struct State {
        var lists: [ContentIdentifier: Result<ChapterList, ContentError>] = [:]
        var asked: [ContentIdentifier] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Who was asked for, in order.
    package var asked: [ContentIdentifier] { state.withLock { $0.asked } }

    package func set(_ result: Result<ChapterList, ContentError>, for track: ContentIdentifier) {
        state.withLock { $0.lists[track] = result }
    }

    package func chapters(of track: Track) async throws(ContentError) -> ChapterList {
        let result = state.withLock { state in
            state.asked.append(track.identifier)
            return state.lists[track.identifier]
        }
        return try (result ?? .success(ChapterList())).get()
    }
}
