// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What the queue was filled from: an album, a playlist, a folder, a station, …
///
/// Its entries have numbers in it, which they keep wherever they are moved; what was added later has none.
package struct PlaybackContext: Sendable, Equatable {
    /// `nil` for files and addresses that are not in the content tree.
    package var identifier: ContentIdentifier?
    package var title: String
    /// How many entries it has filled the queue with; `nil` where it has more than are played at once, and then its
    /// entries have no numbers.
    package var count: Int?

    package init(identifier: ContentIdentifier? = nil, title: String, count: Int? = nil) {
        self.identifier = identifier
        self.title = title
        self.count = count
    }

    /// `nil` for what is not in the content tree.
    package var kind: ContentKind? { identifier?.kind }
}
