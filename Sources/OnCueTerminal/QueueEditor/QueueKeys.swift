// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The keys of `oncue queue -i`, in words.
enum QueueKeys {
    /// For `oncue help queue`.
    static let help = """
        With -i, the keys are: up, down, k, j, page up, page down, home and end to move; Enter to play the entry; d or \
        Delete to remove it; J and K, or Shift with up and down, to move it; u to undo the last change; c to clear the \
        queue, after confirmation; s to save it as a playlist; / to filter, Tab to return from the filter to the keys, \
        Esc to clear the filter, or to quit when there is none; . to go to the current entry, Space to pause or \
        resume; ? to show the keys; q and Ctrl-C to quit.
        """

    /// The line at the bottom; the first that fits is shown.
    static let hints = [
        "Enter play · d remove · J/K move · u undo · c clear · s save · / filter · Space pause · ? keys · q quit",
        "Enter play · d remove · J/K move · u undo · / filter · ? keys · q quit",
        "Enter play · d remove · u undo · ? keys · q quit", "d remove · ? keys · q quit", "? keys · q quit",
    ]

    /// The hint while a filter is typed or active.
    static let filterHint = "  Enter play · Tab keys · Esc clear"

    /// The text of the `?` page.
    static let table = [
        ("↑ ↓ k j PgUp PgDn Home End", "move"),
        ("Enter", "play the entry"),
        ("d Delete", "remove it"),
        ("J K Shift-↓ Shift-↑", "move it down, up"),
        ("u", "undo the last change"),
        ("c", "clear the queue"),
        ("s", "save it as a playlist"),
        ("/", "filter; Tab returns to the keys"),
        (".", "go to the current entry"),
        ("Space", "pause or resume"),
        ("Esc", "clear the filter, or quit"),
        ("q Ctrl-C", "leave"),
    ]
}
