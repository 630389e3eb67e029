// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How something is played.
package struct PlayOptions: Sendable, Equatable {
    /// `nil` leaves shuffling as it is.
    package var isShuffled: Bool?
    /// The track with which playing begins, counted from 0; `nil` leaves that to the service.
    package var start: Int?
    /// Begins at its beginning also where it was left in the midst.
    package var isFromBeginning: Bool
    /// Returns only when sound has started or nothing of it can be played.
    package var waits: Bool

    package init(isShuffled: Bool? = nil, start: Int? = nil, isFromBeginning: Bool = false, waits: Bool = true) {
        self.isShuffled = isShuffled
        self.start = start
        self.isFromBeginning = isFromBeginning
        self.waits = waits
    }
}
