// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Searches the open directories of podcasts and radio stations, at the user's request.
package protocol DirectorySearching: Sendable {
    /// - Throws: `unavailable` (no answer, or an invalid one), `refused` (too many requests).
    func podcasts(matching words: String, limit: Int) async throws(ContentError) -> [FoundPodcast]

    /// - Throws: As ``podcasts(matching:limit:)``.
    func stations(matching words: String, limit: Int) async throws(ContentError) -> [FoundStation]
}
