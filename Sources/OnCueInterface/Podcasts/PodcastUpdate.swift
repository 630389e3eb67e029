// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// An event of podcasts.
package enum PodcastUpdate: Sendable, Equatable {
    /// The most updates that wait for a slow reader, which misses older ones.
    package static let room = 256

    case event(PodcastEvent)
    /// The service, in another process, has ended, with everything that was running in it.
    case serviceLost
}
