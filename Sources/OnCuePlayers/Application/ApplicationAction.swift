// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The actions of OnCue's menu entry besides starting it; the names are those in its desktop file.
package enum ApplicationAction: String, Sendable, CaseIterable {
    case playPause = "PlayPause"
    case next = "Next"
    /// Resumes unfinished listening.
    case goOn = "Continue"
    /// Shows the present suggestions.
    case suggestions = "Suggestions"
}
