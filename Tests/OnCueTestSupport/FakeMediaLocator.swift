// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime
internal import OnCueSession

/// Notes what it is asked for, and finds nothing.
@MediaActor
package final class FakeMediaLocator: MediaLocating {
    package let asked = EventLog<MediaLocation>()

    package init() {}

    @MediaActor
    package func locate(_ location: MediaLocation, isRetry: Bool) async throws(PlaybackError) -> MediaLocation {
        asked.append(location)
        throw PlaybackError(.notFound, "there is nothing at \(location)")
    }
}
