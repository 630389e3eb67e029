// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An update of trigger sources.
package enum TriggerUpdate: Sendable, Equatable {
    /// The most updates that wait for a slow reader, which misses older ones.
    package static let room = 256

    case event(TriggerEventRecord)
    /// The health of a source has changed, or may have.
    case sourcesChanged
    /// The service, in another process, has ended; events follow once it runs again.
    case serviceLost
}
