// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What comes from the terminal.
enum TerminalEvent: Sendable, Equatable {
    case key(Key)
    case resized(Screen)
    /// The screen must be drawn anew, whatever is on it.
    case exposed
    case suspend
    case quit
}
