// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A part of a medium with a title of its own, such as a topic of an episode; it lasts until the next one begins.
package struct Chapter: Sendable, Equatable {
    /// The maximum number of chapters of a medium; others are left out.
    package static let limit = 1000
    /// The number of Unicode scalars to which titles are cut.
    package static let titleLimit = 200

    /// The time from the beginning of the medium.
    package var start: Duration
    package var title: String

    package init(start: Duration, title: String) {
        self.start = start
        self.title = title
    }
}
