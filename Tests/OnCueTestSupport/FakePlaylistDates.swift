// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueSession
internal import Synchronization

/// When playlists were made and changed, as a test says.
package final class FakePlaylistDates: PlaylistDating {
    private let known = Mutex<[ContentIdentifier: PlaylistDates]>([:])

    package init() {}

    package func set(_ dates: PlaylistDates, for playlist: ContentIdentifier) {
        known.withLock { $0[playlist] = dates }
    }

    package func dates() async -> [ContentIdentifier: PlaylistDates] { known.withLock { $0 } }
}
