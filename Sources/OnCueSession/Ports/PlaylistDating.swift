// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Provides the times when playlists were created and last changed.
package protocol PlaylistDating: Sendable {
    /// Returns the known dates of each playlist; playlists without any are left out.
    func dates() async -> [ContentIdentifier: PlaylistDates]
}

/// The times when a playlist was created and last changed, in seconds since 1970; `nil` if unknown.
package struct PlaylistDates: Sendable, Equatable {
    package var created: Int64?
    package var modified: Int64?

    package init(created: Int64? = nil, modified: Int64? = nil) {
        self.created = created
        self.modified = modified
    }
}
