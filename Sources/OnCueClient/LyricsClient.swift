// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The lyrics of the playing item, for clients.
package protocol LyricsClient: Sendable {
    /// `nil` where it has none.
    func lyrics() async throws(ClientError) -> FoundLyrics?
}
