// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Provides the chapters of tracks; reads them on request, which may take a while.
package protocol ChapterReading: Sendable {
    /// Returns the chapters of a track; none if it has none.
    ///
    /// - Throws: ``ContentError`` if they cannot be read at the moment.
    func chapters(of track: Track) async throws(ContentError) -> ChapterList
}
