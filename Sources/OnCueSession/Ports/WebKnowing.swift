// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Determines which data about tracks has come from web servers; sends no requests.
package protocol WebKnowing: Sendable {
    /// Returns whether lyrics of a track came from the web.
    func hasLyrics(of track: Track) async -> Bool

    /// Returns the file of a cover that came from the web; `nil` if there is none.
    func cover(of track: Track) async -> MediaLocation?
}
