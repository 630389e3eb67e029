// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A part of an episode with a title of its own; it lasts until the next one begins.
package struct EpisodeChapter: Sendable, Equatable {
    /// The most that an episode has; others are left out.
    package static let limit = 500

    /// From the beginning of the episode.
    package var start: Duration
    package var title: String

    package init(start: Duration, title: String) {
        self.start = start
        self.title = title
    }
}
