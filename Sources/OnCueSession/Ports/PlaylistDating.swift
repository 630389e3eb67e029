// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Knows when playlists were changed last.
package protocol PlaylistDating: Sendable {
    /// Seconds since 1970 at which each known playlist was changed last; those of which that is not known are left out.
    func modificationTimes() async -> [ContentIdentifier: Int64]
}
