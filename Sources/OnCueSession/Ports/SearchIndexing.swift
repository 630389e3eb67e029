// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
package import OnCueCore
package import OnCueRuntime

/// Keeps the items that programs make searchable; a returned call is on disk.
package protocol SearchIndexing: Sendable {
    /// Adds items of a program, replacing those with the same identifiers, and remembers the client state of the
    /// program, all or nothing.
    ///
    /// Expired items are dropped before, so that they take no room.
    ///
    /// - Parameters:
    ///   - state: `nil` leaves the state of the program as it is.
    ///   - now: Seconds since 1970.
    /// - Returns: The number of items of the program.
    /// - Throws: `refused` if there would be too many, `storage`.
    func index(
        _ items: [SearchItem], of program: String, state: String?, at now: Int64
    ) async throws(ContentError) -> Int

    /// Removes items of a program.
    ///
    /// - Returns: The number of removed items.
    /// - Throws: `storage`.
    func remove(_ deletion: SearchDeletion, of program: String, state: String?) async throws(ContentError) -> Int

    /// Removes all items of all programs, with their client states.
    ///
    /// - Returns: The number of removed items.
    /// - Throws: `storage`.
    func removeEverything() async throws(ContentError) -> Int

    /// Drops expired items, and those of programs that have not been declared for ``SearchLimits/undeclaredLifetime``.
    /// Items of a program that is not declared are not found until it is declared again.
    ///
    /// - Throws: `storage`.
    func tidy(declared: Set<String>, at now: Int64) async throws(ContentError)

    /// Returns the last client state of a program; empty at first.
    ///
    /// - Throws: `storage`.
    func clientState(of program: String) async throws(ContentError) -> String

    /// Returns the items in which each word is the beginning of a word, best first.
    ///
    /// - Parameters:
    ///   - words: Folded, without spaces.
    ///   - now: Seconds since 1970; expired items are not found, nor are those of programs that were not declared at
    ///     the last ``tidy(declared:at:)``.
    /// - Throws: `storage`.
    func items(matching words: [String], limit: Int, at now: Int64) async throws(ContentError) -> [SearchItem]

    /// Returns the items that were added last, the newest first.
    ///
    /// - Parameter now: As for ``items(matching:limit:at:)``.
    /// - Throws: `storage`.
    func newestItems(limit: Int, at now: Int64) async throws(ContentError) -> [SearchItem]

    /// Returns the items that have a location, those that were added last first.
    ///
    /// - Parameter now: Seconds since 1970; expired items are left out.
    /// - Throws: `storage`.
    func locatedItems(limit: Int, at now: Int64) async throws(ContentError) -> [SearchItem]

    /// Returns the item with a name; `nil` if there is none.
    ///
    /// - Throws: `storage`.
    func item(_ name: Activity.Name) async throws(ContentError) -> SearchItem?
}

/// The contents of other programs: their activities, and the items of their index. For searches and reminders.
@MediaActor
package protocol ForeignIndexing: AnyObject, Sendable {
    /// Returns the entries that match every word of a text, each the beginning of a word; best first, at most `limit`.
    /// Never waits for another program, and returns nothing for a text without words.
    func foreignMatches(_ text: String, limit: Int) async -> [ForeignHit]

    /// Returns the activities that changed last, then the items that were added last.
    func newestForeign(limit: Int) async -> [ForeignHit]

    /// Returns the activity or the item with a name; `nil` if it does not exist, or is not eligible for any use.
    ///
    /// - Throws: `storage`.
    func foreignItem(_ name: Activity.Name) async throws -> ForeignHit?

    /// Continues an activity, or makes a program show its item. Playback is not interrupted.
    ///
    /// - Throws: `notFound`, `providerUnavailable`, `notAvailable`.
    func continueForeign(_ name: Activity.Name) async throws
}
