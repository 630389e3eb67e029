// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The actions in the menu entry of OnCue beside starting it; the names are those in its desktop file.
package enum ApplicationAction: String, Sendable, CaseIterable {
    case playPause = "PlayPause"
    case next = "Next"
    /// Plays what was left unfinished.
    case goOn = "Continue"
    /// Shows what is suggested now.
    case suggestions = "Suggestions"
}
