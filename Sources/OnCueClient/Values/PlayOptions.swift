// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// How something is played.
package struct PlayOptions: Sendable, Equatable {
    /// `nil` leaves shuffling as it is.
    package var shuffleMode: ShuffleMode?
    /// The track with which playing begins, counted from 0; `nil` leaves that to the service.
    package var start: Int?
    /// Begins at its beginning also where it was left in the midst.
    package var isFromBeginning: Bool
    /// The queue waits, and comes back when this has been heard.
    package var isInterrupting = false
    /// Returns only when sound has started or nothing of it can be played.
    package var waits: Bool

    package init(shuffleMode: ShuffleMode? = nil, start: Int? = nil, isFromBeginning: Bool = false, waits: Bool = true)
    {
        self.shuffleMode = shuffleMode
        self.start = start
        self.isFromBeginning = isFromBeginning
        self.waits = waits
    }
}
