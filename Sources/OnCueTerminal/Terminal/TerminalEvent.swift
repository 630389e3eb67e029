// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An event from the terminal.
enum TerminalEvent: Sendable, Equatable {
    case key(Key)
    case resized(Screen)
    /// The terminal has got the keyboard, or has lost it.
    case focused(Bool)
    /// The screen must be redrawn, whatever is on it.
    case exposed
    case suspend
    case quit
}
