// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A part of a medium with a title of its own, such as a topic of an episode; it lasts until the next one begins.
package struct Chapter: Sendable, Equatable {
    /// The most that a medium has; others are left out.
    package static let limit = 1000
    /// Titles are cut to this many Unicode scalars.
    package static let titleLimit = 200

    /// From the beginning of the medium.
    package var start: Duration
    package var title: String

    package init(start: Duration, title: String) {
        self.start = start
        self.title = title
    }
}
