// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The behaviour at the end of the queue, or of every entry.
package enum RepeatMode: String, Sendable, CaseIterable {
    case off
    /// The current entry plays again and again.
    case one
    /// The first entry follows the last one.
    case all
}
