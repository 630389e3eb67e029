// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An event from the terminal.
enum TerminalEvent: Sendable, Equatable {
    case key(Key)
    case resized(Screen)
    /// The terminal has gained or lost the keyboard focus.
    case focused(Bool)
    /// The screen must be redrawn, regardless of its content.
    case exposed
    case suspend
    case quit
}
