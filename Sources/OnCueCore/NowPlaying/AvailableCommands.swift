// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The commands that would have an effect in the current state.
package struct AvailableCommands: Sendable, Equatable {
    package var canGoNext: Bool
    package var canGoPrevious: Bool
    /// Whether there is something to play, in the queue or to begin with; also true during playback.
    package var canPlay: Bool
    package var canPause: Bool
    package var canSeek: Bool

    package init(canGoNext: Bool, canGoPrevious: Bool, canPlay: Bool, canPause: Bool, canSeek: Bool) {
        self.canGoNext = canGoNext
        self.canGoPrevious = canGoPrevious
        self.canPlay = canPlay
        self.canPause = canPause
        self.canSeek = canSeek
    }
}
