// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueSuggestions

/// Keeps this machine's log, and what came from the logs of others.
package protocol SharedStoring: Sendable {
    /// From here on, changes are noted in a log whose name only this machine can have chosen.
    ///
    /// - Parameter machine: The identifier by which others know this machine.
    func speak(as machine: String) async throws(ContentError)

    /// Gives changes of this machine that lie ahead, because its clock was wrong, the present time and new numbers: other
    /// machines would take neither them nor what follows them. What is called right must be: a clock that is behind would
    /// rewrite the past.
    ///
    /// - Parameter now: Seconds since 1970.
    func correctTimes(now: Int64) async throws(ContentError)

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

    /// Notes what the user did with subscriptions. Podcasts of which nothing is known count as subscribed to before
    /// everything else; one that is not there says nothing.
    ///
    /// - Parameter present: The podcasts that are subscribed to now.
    func noteSubscriptions(
        _ changes: [SubscriptionChange], present: [ToldItem]
    ) async throws(ContentError)

    /// The last changes of podcasts that were made on other machines.
    func subscriptionWishes() async throws(ContentError) -> [SubscriptionWish]

    /// Enters what was learnt here, or has changed since it was entered.
    func noteLearnt(_ learnt: [LearntHere]) async throws(ContentError)

    /// Returns the donations of other machines for items that have an identifier here, in the order of time; each once.
    func learntElsewhere() async throws(ContentError) -> [LearntElsewhere]

    /// Grows when what was learnt on other machines is another.
    var learntRevision: Int { get async }

    /// Forgets a part of what was learnt. What this machine has told of it is erased on others. What came from them does not come
    /// again, and they keep it.
    ///
    /// - Returns: How many donations of others went.
    func forgetLearnt(_ part: OnCueSuggestions.LearntPart) async throws(ContentError) -> Int

    /// Notes which podcast it is here that was told by another machine.
    func noteFollowed(_ item: ToldItem, here: ContentIdentifier) async throws(ContentError)

    /// Erases what came from a machine, and forgets how far its logs are known.
    ///
    /// - Returns: The number of changes erased.
    func eraseShared(of machine: String) async throws(ContentError) -> Int

    /// Grows with each change of some kinds that is made here.
    func sharedCount(_ kinds: Set<SharedKind>) async throws(ContentError) -> Int64

    /// Notes that a machine has something of this one.
    ///
    /// - Parameter machine: Its identifier.
    func noteTold(_ machine: String) async throws(ContentError)

    /// The machines that have something of this one, or of which something is here.
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
    /// By which all machines know it.
    package var register: String
    package var donation: Donation

    package init(_ register: String, _ donation: Donation) { (self.register, self.donation) = (register, donation) }
}

/// The donations from which suggestions are learnt.
package protocol SharedLearning: Sendable {
    /// Takes what was learnt, or has changed, since the last time, in parts; a part is kept until `keep` returns without an
    /// error. One call at a time.
    ///
    /// - Throws: `storage`, and what `keep` throws.
    func takeLearnt(
        _ keep: @Sendable ([LearntHere]) async throws(ContentError) -> Void
    ) async throws(ContentError)

    /// Which donations are here, by their registers.
    ///
    /// - Throws: `storage`.
    func known(_ registers: [String]) async throws(ContentError) -> Set<String>

    /// Which items are here.
    func present(_ items: Set<String>) async -> Set<String>

    /// Notes that the donations of other machines may have changed. Returns at once.
    func noteElsewhere() async
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

/// The podcasts that are subscribed to.
package protocol SharedSubscriptions: Sendable {
    /// All of them, with the addresses of their feeds; those that are private are left out. `nil` if that cannot be read.
    func subscribed() async -> [ToldItem]?

    /// Takes what the user did since the last time; kept until `keep` returns without an error.
    ///
    /// - Throws: What `keep` throws.
    func takeChanges(
        _ keep: @Sendable ([SubscriptionChange]) async throws(ContentError) -> Void
    ) async throws(ContentError)

    /// Subscribes to a feed as another machine did.
    ///
    /// - Returns: The podcast; `nil` when that failed, and is tried again at another time.
    func subscribe(_ address: String) async -> ContentIdentifier?

    /// Removes a podcast as another machine did.
    func unsubscribe(_ podcast: ContentIdentifier) async
}
