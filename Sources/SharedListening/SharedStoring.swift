// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Keeps this machine's log, and what came from the logs of others.
package protocol SharedStoring: Sendable {
    /// The last number that is kept of each log of a machine.
    ///
    /// - Throws: `storage`, as all of these.
    func sharedHave(of machine: String) async throws(ContentError) -> [SharedStream: Int64]

    /// Stretches of this machine's own logs behind what another one has. Tracks and episodes in them are described as far
    /// as this store knows them.
    ///
    /// - Parameter limit: The most entries of all stretches together.
    func sharedParts(
        _ kinds: Set<SharedKind>, after have: [SharedStream: Int64], limit: Int
    ) async throws(ContentError) -> [SharedPart]

    /// Takes parts of the logs of a machine, each as a whole or not at all; what is known changes nothing.
    ///
    /// - Parameters:
    ///   - machine: Who says so. Only it may speak for its logs.
    ///   - paired: The machines that may speak for logs at all.
    ///   - here: What items are here; those that are missing in it are kept until place(_:).
    ///   - now: Seconds since 1970.
    /// - Returns: Why something was not taken, for people; empty if everything was.
    func takeShared(
        _ parts: [SharedPart], from machine: String, paired: Set<String>,
        here: [ToldItem: ContentIdentifier], now: Int64
    ) async throws(ContentError) -> String

    /// Items of other machines that were not here when they came, at most `limit`, from a number on.
    ///
    /// - Returns: The items; and the number to go on with, `nil` at the end.
    func waitingItems(
        from number: Int64, limit: Int
    ) async throws(ContentError) -> (items: [ToldItem], next: Int64?)

    /// Applies what waited for items that are here now.
    func place(_ here: [ToldItem: ContentIdentifier]) async throws(ContentError)

    /// Notes the podcasts that are subscribed to now: what has changed since the last time is a change of the user.
    func noteSubscribed(_ items: [ToldItem]) async throws(ContentError)

    /// The last changes of podcasts that were made on other machines.
    func subscriptionWishes() async throws(ContentError) -> [SubscriptionWish]

    /// Notes a podcast that was subscribed to, or is not any longer, because it was elsewhere.
    func noteFollowed(_ item: ToldItem, here: ContentIdentifier, _ isOn: Bool) async throws(ContentError)

    /// Erases what came from a machine, and forgets how far its logs are known.
    ///
    /// - Returns: The number of changes erased.
    func eraseShared(of machine: String) async throws(ContentError) -> Int

    /// Grows with each change that is made here.
    func sharedCount() async throws(ContentError) -> Int64
}

/// A podcast that was subscribed to elsewhere, or is not any longer.
package struct SubscriptionWish: Sendable, Equatable {
    package var item: ToldItem
    package var isOn: Bool
    /// The podcast here, if it ever was.
    package var here: ContentIdentifier?

    package init(_ item: ToldItem, isOn: Bool, here: ContentIdentifier?) {
        (self.item, self.isOn, self.here) = (item, isOn, here)
    }
}

/// The podcasts that are subscribed to.
package protocol SharedSubscriptions: Sendable {
    /// All of them, with the addresses of their feeds; those that are private are left out. `nil` if that cannot be read.
    func subscribed() async -> [ToldItem]?

    /// Subscribes to a feed.
    ///
    /// - Returns: The podcast; `nil` when that failed, and is tried again at another time.
    func subscribe(_ address: String) async -> ContentIdentifier?

    func unsubscribe(_ podcast: ContentIdentifier) async
}
