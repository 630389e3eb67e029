// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A change of the queue.
package enum QueueUpdate: Sendable, Equatable {
    /// The most updates that wait for a slow reader. It misses older ones, and notices that by the revisions.
    package static let room = 64

    /// The queue has changed, or may have; the changes must be requested.
    case changed
    /// The queue was edited. If changes are missing, this one does not begin where the previous one ended.
    case edited(QueueChange)
    /// The service, in another process, has ended; a change follows once it runs again.
    case serviceLost
}
