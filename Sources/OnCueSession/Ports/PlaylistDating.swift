// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Knows when playlists were made and changed last.
package protocol PlaylistDating: Sendable {
    /// What is known of each playlist; those of which nothing is known are left out.
    func dates() async -> [ContentIdentifier: PlaylistDates]
}

/// When a playlist was made and changed last, in seconds since 1970; `nil` when that is not known.
package struct PlaylistDates: Sendable, Equatable {
    package var created: Int64?
    package var modified: Int64?

    package init(created: Int64? = nil, modified: Int64? = nil) {
        self.created = created
        self.modified = modified
    }
}
