// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueSuggestions

/// Stores this machine's log, and the entries from the logs of other machines.
package protocol SharedStoring: Sendable {
    /// From now on, notes changes in a log whose name only this machine can have chosen.
    ///
    /// - Parameter machine: The identifier by which other machines know this one.
    func speak(as machine: String) async throws(ContentError)

    /// Gives changes of this machine that lie in the future, because its clock was wrong, the present time and new
    /// numbers: other machines would take neither them nor the changes that follow. The given time must be right: one
    /// that is behind would rewrite the past.
    ///
    /// - Parameter now: Seconds since 1970.
    func correctTimes(now: Int64) async throws(ContentError)

    /// Returns the last number that is stored of each log of a machine.
    ///
    /// - Throws: `storage`, like all of these functions.
    func sharedHave(of machine: String) async throws(ContentError) -> [SharedStream: Int64]

    /// Returns the stretches of this machine's own logs that another machine does not have yet. Tracks and episodes in
    /// them are described as far as this store knows them.
    ///
    /// - Parameter limit: The maximum number of entries in all stretches together.
    func sharedParts(
        _ kinds: Set<SharedKind>, after have: [SharedStream: Int64], limit: Int
    ) async throws(ContentError) -> [SharedPart]

    /// Takes parts of the logs of a machine, each as a whole or not at all; entries that are known already change
    /// nothing.
    ///
    /// - Parameters:
    ///   - machine: The sender. No other machine may change its logs.
    ///   - paired: The machines that may send logs at all.
    ///   - here: The identifiers of items here; items that are missing are kept until `place(_:)`.
    ///   - now: Seconds since 1970.
    /// - Returns: The reason why something was not taken, for people; empty if everything was.
    func takeShared(
        _ parts: [SharedPart], from machine: String, paired: Set<String>,
        here: [ToldItem: ContentIdentifier], now: Int64
    ) async throws(ContentError) -> String

    /// Returns items of other machines that were not here when they arrived, at most `limit`, from a number on.
    ///
    /// - Returns: The items, and the number to continue with; `nil` at the end.
    func waitingItems(
        from number: Int64, limit: Int
    ) async throws(ContentError) -> (items: [ToldItem], next: Int64?)

    /// Applies the waiting changes of items that are here now.
    func place(_ here: [ToldItem: ContentIdentifier]) async throws(ContentError)

    /// Notes the user's changes of subscriptions. Present podcasts of which nothing is known count as subscribed to
    /// before everything else; a podcast that is missing does not count as a change.
    ///
    /// - Parameter present: The current subscriptions.
    func noteSubscriptions(
        _ changes: [SubscriptionChange], present: [ToldItem]
    ) async throws(ContentError)

    /// Returns the last changes of subscriptions that were made on other machines.
    func subscriptionWishes() async throws(ContentError) -> [SubscriptionWish]

    /// Notes donations that were learnt here, or have changed since they were noted.
    func noteLearnt(_ learnt: [LearntHere]) async throws(ContentError)

    /// Returns the donations of other machines for items that have an identifier here, in the order of time; each once.
    func learntElsewhere() async throws(ContentError) -> [LearntElsewhere]

    /// A number that grows when the donations of other machines have changed.
    var learntRevision: Int { get async }

    /// Forgets a part of what was learnt. Donations that this machine has sent are erased on other machines. Donations
    /// of other machines do not come again, and those machines keep them.
    ///
    /// - Returns: The number of donations of other machines that were forgotten.
    func forgetLearnt(_ part: OnCueSuggestions.LearntPart) async throws(ContentError) -> Int

    /// Notes the identifier here of a podcast that another machine has sent.
    func noteFollowed(_ item: ToldItem, here: ContentIdentifier) async throws(ContentError)

    /// Erases everything that came from a machine, and forgets how far its logs are known.
    ///
    /// - Returns: The number of changes erased.
    func eraseShared(of machine: String) async throws(ContentError) -> Int

    /// Returns a number that grows with each change of the given kinds on this machine.
    func sharedCount(_ kinds: Set<SharedKind>) async throws(ContentError) -> Int64

    /// Notes that a machine has entries of this one.
    ///
    /// - Parameter machine: Its identifier.
    func noteTold(_ machine: String) async throws(ContentError)

    /// Returns the machines that have entries of this one, or of which entries are here.
    func toldMachines() async throws(ContentError) -> Set<String>
}

/// A donation that was learnt here.
package struct LearntHere: Sendable, Equatable {
    package var item: ToldItem
    /// Seconds since 1970.
    package var time: Int64
    package var donation: SharedDonation

    package init(_ item: ToldItem, at time: Int64, _ donation: SharedDonation) {
        (self.item, self.time, self.donation) = (item, time, donation)
    }
}

/// A donation that was learnt on another machine.
package struct LearntElsewhere: Sendable, Equatable {
    /// The identifier by which all machines know it.
    package var register: String
    package var donation: Donation

    package init(_ register: String, _ donation: Donation) { (self.register, self.donation) = (register, donation) }
}

/// The donations from which suggestions are learnt.
package protocol SharedLearning: Sendable {
    /// Takes the donations that were learnt or have changed since the last time, in parts; a part is kept until `keep`
    /// returns without an error. Only one call at a time is allowed.
    ///
    /// - Throws: `storage`, and any error of `keep`.
    func takeLearnt(
        _ keep: @Sendable ([LearntHere]) async throws(ContentError) -> Void
    ) async throws(ContentError)

    /// Returns the registers of those donations that are known here.
    ///
    /// - Throws: `storage`.
    func known(_ registers: [String]) async throws(ContentError) -> Set<String>

    /// Returns those of the items that are here.
    func present(_ items: Set<String>) async -> Set<String>

    /// Notes that the donations of other machines may have changed. Returns at once.
    func noteElsewhere() async
}

/// A subscription that was made or ended on another machine.
package struct SubscriptionWish: Sendable, Equatable {
    package var item: ToldItem
    package var isOn: Bool
    /// The podcast here, if there ever was one.
    package var here: ContentIdentifier?

    package init(_ item: ToldItem, isOn: Bool, here: ContentIdentifier?) {
        (self.item, self.isOn, self.here) = (item, isOn, here)
    }
}

/// A change of a subscription by the user.
package struct SubscriptionChange: Sendable, Equatable {
    package var item: ToldItem
    package var isOn: Bool
    /// Seconds since 1970.
    package var time: Int64

    package init(_ item: ToldItem, isOn: Bool, at time: Int64) {
        (self.item, self.isOn, self.time) = (item, isOn, time)
    }
}

/// The podcasts to which the user is subscribed.
package protocol SharedSubscriptions: Sendable {
    /// Returns all of them with the addresses of their feeds, without private ones; `nil` if they cannot be read.
    func subscribed() async -> [ToldItem]?

    /// Takes the user's changes since the last time; they are kept until `keep` returns without an error.
    ///
    /// - Throws: Any error of `keep`.
    func takeChanges(
        _ keep: @Sendable ([SubscriptionChange]) async throws(ContentError) -> Void
    ) async throws(ContentError)

    /// Subscribes to a feed as another machine did.
    ///
    /// - Returns: The podcast; `nil` if that failed, and is to be tried again later.
    func subscribe(_ address: String) async -> ContentIdentifier?

    /// Removes a podcast as another machine did.
    func unsubscribe(_ podcast: ContentIdentifier) async
}
