// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The keys of `oncue browse -i`, in words.
enum BrowserKeys {
    /// For `oncue help browse`.
    static let help = """
        With -i, the keys are: up, down, k, j, page up, page down, home and end move; right, l or Enter opens a \
        container, Enter plays an item; left, h or Backspace goes up. + appends to the queue, > plays next, = plays \
        everything inside at once, * plays it shuffled, Space pauses or resumes. / filters: letters go into the filter until \
        Tab or Esc; Tab goes back to the keys, Esc clears the filter, and quits when there is none. ? shows the keys, q \
        and Ctrl-C quit. The same keys mean the same in oncue queue -i.
        """

    /// The line at the bottom; the first that fits is shown.
    static let hints = [
        "Enter open/play · ← up · / filter · + append · > next · * shuffle · Space pause · ? keys · q quit",
        "Enter open/play · ← up · / filter · + append · > next · ? keys · q quit",
        "Enter play · ← up · / filter · ? keys · q quit", "/ filter · ? keys · q quit", "? keys · q quit",
    ]

    /// The same while a filter is typed.
    static let filterHint = "  Enter open/play · Tab keys · Esc clear"

    /// The text of the `?` page.
    static let table = [
        ("↑ ↓ k j PgUp PgDn Home End", "move"),
        ("→ l Enter", "open a container"),
        ("Enter", "play an item and those after it"),
        ("← h Backspace", "go up"),
        ("= Alt-p", "play everything inside"),
        ("* Alt-s", "play it shuffled"),
        ("+ Alt-a", "append to the queue"),
        ("> Alt-n", "play next"),
        ("Space", "pause or resume"),
        ("/", "filter; Tab goes back to the keys"),
        ("Esc", "clear the filter, or quit"),
        ("q Ctrl-C", "leave"),
    ]
}
