// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
import OnCueSession
import Synchronization

/// Lyrics that a test sets.
package final class FakeLyrics: LyricsReading {
    private let state = Mutex((found: [ContentIdentifier: FoundLyrics](), asked: [ContentIdentifier]()))

    package init() {}

    /// Who was asked for, in order.
    package var asked: [ContentIdentifier] { state.withLock { $0.asked } }

    package func set(_ lyrics: FoundLyrics, for track: ContentIdentifier) {
        state.withLock { $0.found[track] = lyrics }
    }

    package func lyrics(of track: Track) async throws(ContentError) -> FoundLyrics? {
        state.withLock { state in
            state.asked.append(track.identifier)
            return state.found[track.identifier]
        }
    }
}
