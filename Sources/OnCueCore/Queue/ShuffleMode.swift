// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The order in which the entries of the queue play.
package enum ShuffleMode: String, Sendable, CaseIterable {
    /// In the order of the queue.
    case off
    /// In random order.
    case tracks
    /// Albums in random order, the entries of each in the order of the queue.
    case albums

    /// Returns the mode after shuffling was switched on or off by a client without knowledge of modes.
    package func switched(_ isOn: Bool) -> ShuffleMode {
        guard isOn else { return .off }
        return self == .off ? .tracks : self
    }
}
