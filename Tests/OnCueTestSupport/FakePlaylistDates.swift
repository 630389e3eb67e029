// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession
internal import Synchronization

/// When playlists were changed, as a test says.
package final class FakePlaylistDates: PlaylistDating {
    private let times = Mutex<[ContentIdentifier: Int64]>([:])

    package init() {}

    package func set(_ time: Int64, for playlist: ContentIdentifier) { times.withLock { $0[playlist] = time } }

    package func modificationTimes() async -> [ContentIdentifier: Int64] { times.withLock { $0 } }
}
