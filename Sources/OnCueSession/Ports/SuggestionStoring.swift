// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueSuggestions

/// Stores learnt data, in order of arrival, and explicit preferences: a returned call is on disk.
package protocol SuggestionStoring: Sendable {
    /// Returns all donations, oldest first, and the state kept with them; both are empty if they cannot be read.
    func load() async -> (donations: [Donation], state: SuggestionState)

    /// - Throws: `storage`.
    func record(_ donations: [LoggedDonation]) async throws(ContentError)

    /// Notes that an item was left before its end when it was played here last.
    ///
    /// - Throws: `storage`.
    func markOpen(_ item: String) async throws(ContentError)

    /// Returns the number of donations by other programs.
    ///
    /// - Throws: `storage`.
    func donatedCount() async throws(ContentError) -> Int

    /// - Throws: `storage`.
    func save(_ state: SuggestionState) async throws(ContentError)

    /// Forgets a part permanently: it is gone from the file when this returns, and when everything is forgotten, so are
    /// damaged files that were moved aside.
    ///
    /// - Returns: The number of donations forgotten.
    /// - Throws: `storage`.
    func forget(_ part: LearntPart) async throws(ContentError) -> Int

    /// Returns a part of the donations, oldest first.
    ///
    /// - Throws: `storage`.
    func donations(offset: Int, limit: Int) async throws(ContentError) -> (total: Int, part: [LoggedDonation])
}
