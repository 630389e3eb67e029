// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A change of playback.
package enum NowPlayingUpdate: Sendable, Equatable {
    /// The most updates that wait for a slow reader, which misses older ones.
    package static let room = 64

    case report(NowPlayingReport)
    /// The service, in another process, has ended; a report follows once it runs again.
    case serviceLost
}
