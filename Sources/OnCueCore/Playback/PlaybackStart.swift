// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Whether playback can start while the queue is empty.
package enum PlaybackStart: Sendable, Equatable {
    /// This is still being looked up.
    case unknown
    /// There is something to begin with.
    case found
    case nothing
}
