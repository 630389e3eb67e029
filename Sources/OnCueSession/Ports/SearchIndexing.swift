// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
package import OnCueCore
package import OnCueRuntime

/// Keeps what programs want to be found; a returned call is on disk.
package protocol SearchIndexing: Sendable {
    /// Puts items of a program in, replacing those with their identifiers, and remembers where the program is: all of it
    /// or nothing.
    ///
    /// Expired items are dropped before, so that they take no room.
    ///
    /// - Parameters:
    ///   - state: `nil` leaves that of the program as it is.
    ///   - now: Seconds since 1970.
    /// - Returns: The number of items of the program.
    /// - Throws: `refused` if there would be too many, `storage`.
    func index(
        _ items: [SearchItem], of program: String, state: String?, at now: Int64
    ) async throws(ContentError) -> Int

    /// Takes items of a program out.
    ///
    /// - Returns: How many.
    /// - Throws: `storage`.
    func remove(_ deletion: SearchDeletion, of program: String, state: String?) async throws(ContentError) -> Int

    /// Takes all items of all programs out, with their client states.
    ///
    /// - Returns: How many.
    /// - Throws: `storage`.
    func removeEverything() async throws(ContentError) -> Int

    /// Drops what has expired, and what belongs to programs that were not declared for
    /// ``SearchLimits/undeclaredLifetime``. Items of a program that is not declared are not found until it is again.
    ///
    /// - Throws: `storage`.
    func tidy(declared: Set<String>, at now: Int64) async throws(ContentError)

    /// Returns where a program is, as it has said last; empty at first.
    ///
    /// - Throws: `storage`.
    func clientState(of program: String) async throws(ContentError) -> String

    /// Returns the items in which each word is the beginning of a word, best first.
    ///
    /// - Parameters:
    ///   - words: Folded, without spaces.
    ///   - now: Seconds since 1970; what has expired is not found, nor what belongs to programs that were not declared at the last
    ///     ``tidy(declared:at:)``.
    /// - Throws: `storage`.
    func items(matching words: [String], limit: Int, at now: Int64) async throws(ContentError) -> [SearchItem]

    /// Returns the items that were put in last, the newest first.
    ///
    /// - Parameter now: As for ``items(matching:limit:at:)``.
    /// - Throws: `storage`.
    func newestItems(limit: Int, at now: Int64) async throws(ContentError) -> [SearchItem]

    /// Returns the items that have a location, those that were put in last first.
    ///
    /// - Parameter now: Seconds since 1970; what has expired is left out.
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
    /// Returns what matches every word of a text, each the beginning of a word; best first, at most `limit`. Never waits
    /// for another program, and returns nothing for a text without words.
    func foreignMatches(_ text: String, limit: Int) async -> [ForeignHit]

    /// Returns the activities that changed last, then the items that were put in last.
    func newestForeign(limit: Int) async -> [ForeignHit]

    /// Returns the activity or the item with a name; `nil` if it is not there, or nobody is eligible for it.
    ///
    /// - Throws: `storage`.
    func foreignItem(_ name: Activity.Name) async throws -> ForeignHit?

    /// Takes an activity up again, or has an item shown by its program. Nothing that plays is interrupted.
    ///
    /// - Throws: `notFound`, `providerUnavailable`, `notAvailable`.
    func continueForeign(_ name: Activity.Name) async throws
}
