// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The keys of `oncue queue -i`, in words.
enum QueueKeys {
    /// For `oncue help queue`.
    static let help = """
        With -i, the keys are: up, down, k, j, page up, page down, home and end move; Enter plays the entry; d or Delete \
        takes it out; J and K, or Shift with up and down, move it; u takes the last change back; c clears the queue, \
        after a question; s saves it as a playlist; / filters, Tab goes back from the filter to the keys, Esc clears it, and \
        leaves when there is none; . goes to what plays, Space pauses or goes on; ? shows the keys, q and Ctrl-C leave.
        """

    /// The line at the bottom; the first that fits is shown.
    static let hints = [
        "Enter play · d remove · J/K move · u undo · c clear · s save · / filter · Space pause · ? keys · q quit",
        "Enter play · d remove · J/K move · u undo · / filter · ? keys · q quit",
        "Enter play · d remove · u undo · ? keys · q quit", "d remove · ? keys · q quit", "? keys · q quit",
    ]

    /// The same while a filter is typed or stands.
    static let filterHint = "  Enter play · Tab keys · Esc clear"

    /// What `?` shows.
    static let table = [
        ("↑ ↓ k j PgUp PgDn Home End", "move"),
        ("Enter", "play the entry"),
        ("d Delete", "take it out"),
        ("J K Shift-↓ Shift-↑", "move it down, up"),
        ("u", "take the last change back"),
        ("c", "clear the queue"),
        ("s", "save it as a playlist"),
        ("/", "filter; Tab goes back to the keys"),
        (".", "go to what plays"),
        ("Space", "pause or go on"),
        ("Esc", "clear the filter, or leave"),
        ("q Ctrl-C", "leave"),
    ]
}
