// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Whether playing can begin while nothing is in the queue.
package enum PlaybackStart: Sendable, Equatable {
    /// It is still being looked up.
    case unknown
    /// There is something to begin with.
    case found
    case nothing
}
