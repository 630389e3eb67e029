// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession

/// The lyrics and covers of tracks that were already found on the web.
package struct WebFindings: WebKnowing {
    private let lyrics: WebLyrics
    private let covers: WebCovers

    package init(lyrics: WebLyrics, covers: WebCovers) {
        (self.lyrics, self.covers) = (lyrics, covers)
    }

    package func hasLyrics(of track: Track) async -> Bool { await lyrics.hasLyrics(of: track) }

    package func cover(of track: Track) async -> MediaLocation? {
        guard let path = track.location.filePath else { return nil }
        return await covers.cover(ofFileAt: path, asks: false).map { MediaLocation(filePath: $0) }
    }
}
