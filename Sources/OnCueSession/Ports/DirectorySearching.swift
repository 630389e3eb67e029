// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Searches the open directories of podcasts and radio stations, when the user asks for it.
package protocol DirectorySearching: Sendable {
    /// - Throws: `unavailable` (no answer, or one that is none), `refused` (asked too often).
    func podcasts(matching words: String, limit: Int) async throws(ContentError) -> [FoundPodcast]

    /// - Throws: As ``podcasts(matching:limit:)``.
    func stations(matching words: String, limit: Int) async throws(ContentError) -> [FoundStation]
}
