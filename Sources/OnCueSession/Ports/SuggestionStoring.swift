// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueSuggestions

/// Keeps what was learnt, in the order in which it came, and what the person has said: a returned call is on disk.
package protocol SuggestionStoring: Sendable {
    /// Everything that was learnt, oldest first, and what is kept beside it. Where nothing can be read there is nothing.
    func load() async -> (donations: [Donation], state: SuggestionState)

    /// - Throws: `storage`.
    func record(_ donations: [LoggedDonation]) async throws(ContentError)

    /// Notes that an item was left before its end when it was played here last.
    ///
    /// - Throws: `storage`.
    func markOpen(_ item: String) async throws(ContentError)

    /// How many donations other programs have made.
    ///
    /// - Throws: `storage`.
    func donatedCount() async throws(ContentError) -> Int

    /// - Throws: `storage`.
    func save(_ state: SuggestionState) async throws(ContentError)

    /// Forgets a part for good: it is not in the file any more when this returns, and for everything neither are files
    /// that were damaged and moved aside.
    ///
    /// - Returns: How many donations went.
    /// - Throws: `storage`.
    func forget(_ part: LearntPart) async throws(ContentError) -> Int

    /// What was learnt, oldest first.
    ///
    /// - Throws: `storage`.
    func donations(offset: Int, limit: Int) async throws(ContentError) -> (total: Int, part: [LoggedDonation])
}
