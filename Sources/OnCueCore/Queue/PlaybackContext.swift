// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The source of the queue's entries: an album, a playlist, a folder, a station, …
///
/// Entries keep their numbers in it wherever they are moved; entries added later have none.
package struct PlaybackContext: Sendable, Equatable {
    /// The identifier; `nil` for files and addresses that are not in the content tree.
    package var identifier: ContentIdentifier?
    package var title: String
    /// The number of its entries in the queue when it was filled; `nil` if the source has more than can be played at
    /// once, in which case its entries have no numbers.
    package var count: Int?

    package init(identifier: ContentIdentifier? = nil, title: String, count: Int? = nil) {
        self.identifier = identifier
        self.title = title
        self.count = count
    }

    /// The kind of the source, or `nil` if it is not in the content tree.
    package var kind: ContentKind? { identifier?.kind }
}
