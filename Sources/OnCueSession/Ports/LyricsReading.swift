// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Provides the lyrics of tracks; reads them on request, which may take a while.
package protocol LyricsReading: Sendable {
    /// Returns the lyrics of a track; `nil` if it has none.
    ///
    /// - Throws: ``ContentError`` if they cannot be read at the moment.
    func lyrics(of track: Track) async throws(ContentError) -> FoundLyrics?
}
