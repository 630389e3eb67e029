// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// Threads for work that takes longer than a turn of the media thread.
enum Background {
    /// Reads files.
    static let files = BlockingExecutor(label: "oncue.mpd.files")
    /// Sorts, and builds the tree of songs.
    static let computing = BlockingExecutor(label: "oncue.mpd.computing")
}
