// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The keys of `oncue browse -i`, in words.
enum BrowserKeys {
    /// For `oncue help browse`.
    static let help = """
        With -i, the keys are: up, down, page up, page down, home, end, or Alt with k and j to move; right or Enter to \
        open a container, Enter to play an item; left, Backspace or Alt-h to go up. Typing a letter or a digit starts \
        a filter, and / starts an empty one; Esc clears it, or quits when there is none. + or Alt-a appends to the \
        queue, > or Alt-n plays next, = or Alt-p plays everything in the selected container, * or Alt-s plays it \
        shuffled, Space pauses or resumes. ? shows the keys; q (without a filter) and Ctrl-C quit.
        """

    /// The line at the bottom; the first that fits is shown.
    static let hints = [
        "Enter open/play · ← up · type to filter · + append · > next · * shuffle · Space pause · ? keys · q quit",
        "Enter open/play · ← up · type to filter · + append · > next · ? keys · q quit",
        "Enter play · ← up · type to filter · ? keys · q quit", "type to filter · ? keys · q quit", "? keys · q quit",
    ]

    /// What `?` shows.
    static let table = [
        ("↑ ↓ PgUp PgDn Home End", "move (also Alt-k, Alt-j)"),
        ("→ Enter", "open a container"),
        ("Enter", "play an item and those after it"),
        ("← Backspace", "go up (also Alt-h)"),
        ("= Alt-p", "play everything inside"),
        ("* Alt-s", "play it shuffled"),
        ("+ Alt-a", "append to the queue"),
        ("> Alt-n", "play next"),
        ("Space", "pause or resume"),
        ("letters, /", "filter"),
        ("Esc", "clear the filter, or quit"),
        ("q Ctrl-C", "leave"),
    ]
}
