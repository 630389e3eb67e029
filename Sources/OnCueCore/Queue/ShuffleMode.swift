// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// In which order the entries of the queue play.
package enum ShuffleMode: String, Sendable, CaseIterable {
    /// As they stand.
    case off
    /// In random order.
    case tracks
    /// Albums in random order, the entries of each as they stand.
    case albums

    /// The mode after shuffling was switched on or off by somebody who knows no modes.
    package func switched(_ isOn: Bool) -> ShuffleMode {
        guard isOn else { return .off }
        return self == .off ? .tracks : self
    }
}
