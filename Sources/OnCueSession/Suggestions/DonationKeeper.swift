// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime
package import OnCueSuggestions

/// Learns from playback: maintains the log of donations and the ranker built from it.
@MediaActor
package final class DonationKeeper {
    /// The time after a trigger during which playback counts as its consequence, in seconds.
    private static let consequenceLimit: Int64 = 30 * 60
    /// The maximum number of kept donations of other programs.
    package static let donatedLimit = 100_000

    /// The present circumstances.
    package struct Surroundings: Sendable, Equatable {
        package var place: String?
        /// The device in use, unless it is a loudspeaker.
        package var device: String?

        package init(place: String? = nil, device: String? = nil) {
            self.place = place
            self.device = device
        }
    }

    package private(set) var ranker = SuggestionRanker()
    /// Returns the present circumstances.
    package var surroundings: @MediaActor () -> Surroundings = { Surroundings() }
    /// Receives the playing track of a collection that plays in order; `nil` when the collection has been heard to its
    /// end.
    package var onProgress: (@MediaActor (_ collection: String, _ track: String?) -> Void)?
    /// The donations of other machines.
    package var elsewhere = LearningElsewhere.none
    /// Called when something was learnt or forgotten.
    package var onChange: (@MediaActor () -> Void)?

    /// The revision of ``elsewhere`` that the ranker contains.
    private var revision: Int?
    private var isElsewhereDue = false
    private var relearning: Task<Void, Never>?
    private let store: any SuggestionStoring
    private let clock: MomentClock
    private let log = Logger("suggestions")
    private var tracker = DonationTracker()
    /// - Parameter isFollowed: Whether an activity was used after it.
    private var trigger: (moment: Moment, at: Int64, lasts: Bool, isUsed: Bool, isFollowed: Bool)?
    /// The time of the last use of an activity.
    private var lastUse: Int64?
    private var waiting: [DonationTracker.Change] = []
    private var writer: Task<Void, Never>?
    private var learning: Task<Void, Never>?
    /// Whether new donations wait for other operations on the file, which run one after the other.
    private var isHeld = false
    private var holders: [CheckedContinuation<Void, Never>] = []

    package init(store: any SuggestionStoring, clock: MomentClock) {
        self.store = store
        self.clock = clock
    }

    /// Begins with the stored donations, and returns before all of them are processed.
    package func beginSoon(with donations: [Donation]) {
        // Nothing may be written yet, since it would be missing in the donations that were read.
        isHeld = true
        learning = Task { @MediaActor in
            await begin(with: donations)
            release()
            learning = nil
        }
    }

    /// Returns when the stored donations have been learnt.
    package func learnt() async { await learning?.value }

    /// Begins with the stored donations.
    package func begin(with donations: [Donation], _ others: [Donation] = []) async {
        let learnt = await BlockingExecutor(label: "oncue.learning").run {
            SuggestionRanker(replaying: Self.joined(donations, others))
        }
        // Donations made meanwhile follow.
        ranker = learnt
        for change in waiting { learn(change) }
    }

    /// Merges donations of other machines into those of this one, which keep their order. A donation made while the
    /// clock was ahead counts as being as early as those after it.
    package nonisolated static func joined(_ own: [Donation], _ others: [Donation]) -> [Donation] {
        guard !others.isEmpty else { return own }
        var (times, least) = ([Double](), Double.infinity)
        for donation in own.reversed() {
            least = min(least, donation.moment.time)
            times.append(least)
        }
        var joined: [Donation] = []
        var rest = others[...]
        for (donation, time) in zip(own, times.reversed()) {
            let earlier = rest.prefix { $0.moment.time < time }
            joined += earlier
            rest = rest.dropFirst(earlier.count)
            joined.append(donation)
        }
        return joined + rest
    }

    /// Notes that the donations of other machines may have changed. They are learnt a moment later, and less often the
    /// longer that takes, so that no machine can keep this one busy.
    package func noteElsewhere() {
        isElsewhereDue = true
        guard relearning == nil else { return }
        relearning = Task { @MediaActor in
            var pause = Self.pause
            while isElsewhereDue, (try? await MediaActor.sleep(for: pause)) != nil {
                isElsewhereDue = false
                let start = ContinuousClock.now
                await learnFromElsewhere()
                pause = max(Self.pause, (ContinuousClock.now - start) * 20)
            }
            relearning = nil
        }
    }

    private static let pause = Duration.seconds(2)

    /// Relearns if the donations of other machines have changed or are gone.
    package func learnFromElsewhere() async {
        await learnt()
        await hold()
        defer { release() }
        let present = await elsewhere.revision()
        guard present != revision else { return }
        do throws(ContentError) {
            let others = try await elsewhere.donations()
            // The first time, usually no machine has shared anything.
            if revision != nil || !others.isEmpty {
                var own: [Donation] = []
                while true {
                    let part = try await store.donations(offset: own.count, limit: 10_000).part
                    own += part.map(\.donation)
                    if part.isEmpty { break }
                }
                await begin(with: own, others)
                onChange?()
            }
            revision = present
        } catch {
            log.warning("cannot learn from other machines; trying again later", ["error": error.message])
        }
    }

    /// Returns the present moment in the form used by donations.
    package func moment(for trigger: String? = nil) -> Moment {
        moment(at: clock.now(), trigger)
    }

    private func moment(at time: Int64, _ trigger: String?) -> Moment {
        let around = surroundings()
        return clock.moment(at: time, place: around.place, trigger: trigger, device: around.device)
    }

    /// Notes an event after which the user may choose something. A moment, such as unlocking, does not replace
    /// headphones that have just connected.
    ///
    /// - Parameter isTaken: Whether its suggestion is about to play, so that it is the cause regardless of other
    ///   events.
    package func note(_ trigger: Trigger, at moment: Moment, isTaken: Bool = false) {
        let time = clock.now()
        let isCovered = self.trigger.map { $0.lasts && time - $0.at <= Self.consequenceLimit } ?? false
        guard isTaken || trigger.kind.lasts || !isCovered else { return }
        self.trigger = (moment, time, trigger.kind.lasts, false, false)
    }

    /// Processes an entry of the journal, with the state of playback at that time.
    package func take(_ entry: JournalEntry, _ snapshot: PlaybackSnapshot) {
        let track = snapshot.entry?.track
        let item =
            track?.identifier == entry.subject.identifier
            ? track.map { DonatedItem.item(of: $0, in: snapshot.context) } : entry.subject.identifier
        let recent = trigger.flatMap { entry.time - $0.at <= Self.consequenceLimit ? $0 : nil }
        let isChosen = entry.cause == .user || entry.cause == .remote
        let isStart = isChosen && (entry.kind == .started || entry.kind == .resumed)
        let moment = moment(at: entry.time, recent?.moment.trigger)
        let cause = recent.flatMap { isStart && !$0.isUsed ? $0.moment : nil }
        if cause != nil { trigger?.isUsed = true }
        let changes = tracker.take(
            entry, of: (item ?? entry.subject.identifier).description, at: moment, after: cause)
        keep(changes)
        noteProgress(entry, snapshot)
    }

    /// Records the use of an activity of another program. After a trigger, or a long silence, it counts as a separate
    /// choice, which does not affect that of the next item to play.
    package func noteUse(_ activity: String) {
        let time = clock.now()
        let recent = trigger.flatMap { time - $0.at <= Self.consequenceLimit ? $0 : nil }
        let moment = moment(at: time, recent?.moment.trigger)
        let isFirst = tracker.isNewSession(time) && lastUse.map { time - $0 > Self.consequenceLimit } ?? true
        let cause = recent.flatMap { $0.isFollowed ? nil : $0.moment }
        if cause != nil { trigger?.isFollowed = true }
        lastUse = time
        keep([.record(Donation(.played, activity, at: moment, choice: cause ?? (isFirst ? moment : nil)))])
    }

    private func noteProgress(_ entry: JournalEntry, _ snapshot: PlaybackSnapshot) {
        guard let context = snapshot.context, let collection = context.identifier,
            collection.kind == .album || collection.kind == .playlist, !snapshot.isShuffled,
            let current = snapshot.entry, let number = current.contextNumber,
            current.track.identifier == entry.subject.identifier
        else { return }
        let isLast = number == context.count || snapshot.entryIndex == snapshot.queueLength - 1
        switch entry.kind {
        // At its beginning there is nothing to continue.
        case .started: onProgress?(collection.description, number > 1 ? current.track.identifier.description : nil)
        case .finished where isLast: onProgress?(collection.description, nil)
        default: break
        }
    }

    /// Records that a suggestion was accepted.
    package func noteAccepted(_ item: String, at moment: Moment) {
        keep([.record(Donation(.accepted, item, at: moment))])
    }

    /// Records that a suggestion was dismissed.
    package func noteDismissed(_ item: String, at moment: Moment) {
        keep([.record(Donation(.dismissed, item, at: moment))])
    }

    /// Adds the donations of another program.
    ///
    /// - Throws: `refused` if programs have donated too much already; `storage`; nothing was learnt then.
    package func donate(_ donations: [LoggedDonation]) async throws(ContentError) {
        // In the order of the file, from which the ranker is rebuilt.
        await hold()
        defer { release() }
        guard try await store.donatedCount() + donations.count <= Self.donatedLimit else {
            throw ContentError(
                .refused,
                "programs have already donated \(Self.donatedLimit) times, which is the limit; delete some "
                    + "donations first"
            )
        }
        try await store.record(donations)
        for logged in donations { ranker.record(logged.donation) }
        onChange?()
    }

    /// Forgets a part of the donations.
    ///
    /// - Parameter isGone: Whether the part is about items that no longer exist here. The donations that other machines
    ///   have shared about them, and have received, stay.
    /// - Returns: The number of donations forgotten.
    /// - Throws: `storage`; forget it again then.
    package func forget(_ part: LearntPart, isGone: Bool = false) async throws(ContentError) -> Int {
        await hold()
        defer { release() }
        let here: LearningElsewhere.Forgetting = { [store] () async throws(ContentError) in
            try await store.forget(part)
        }
        let count = isGone || !part.isTold ? try await here() : try await elsewhere.forget(part, here)
        if count == 0, part.isOfActivities { return 0 }
        tracker.forget()
        let others = try? await elsewhere.donations()
        await begin(with: await store.load().donations, others ?? [])
        revision = others == nil ? nil : await elsewhere.revision()
        onChange?()
        return count
    }

    /// Returns a part of the donations.
    package func donations(
        offset: Int, limit: Int
    ) async throws(ContentError) -> (total: Int, part: [LoggedDonation]) {
        await finish()
        return try await store.donations(offset: offset, limit: limit)
    }

    /// Returns when everything that can be saved has been saved.
    package func finish() async {
        await learnt()
        await hold()
        release()
        await writer?.value
    }

    // MARK: Keeping

    /// Writes all present donations and delays later ones, so that the file contains exactly the former.
    private func hold() async {
        if isHeld { await withCheckedContinuation { holders.append($0) } }
        isHeld = true
        await writer?.value
        while let change = waiting.first, await write(change) { waiting.removeFirst() }
    }

    private func release() {
        guard holders.isEmpty else { return holders.removeFirst().resume() }
        isHeld = false
        write()
    }

    private func keep(_ changes: [DonationTracker.Change]) {
        guard !changes.isEmpty else { return }
        for change in changes { learn(change) }
        waiting += changes
        if waiting.count > ListeningRecorder.limit { waiting.removeFirst(waiting.count - ListeningRecorder.limit) }
        onChange?()
        write()
    }

    private func learn(_ change: DonationTracker.Change) {
        switch change {
        case .record(let donation): ranker.record(donation)
        case .markOpen(let item): ranker.markOpen(item)
        }
    }

    /// Writes waiting changes, in order; those that cannot be written are retried with the next change.
    private func write() {
        guard writer == nil, !isHeld, !waiting.isEmpty else { return }
        writer = Task { @MediaActor in
            while !isHeld, let change = waiting.first, await write(change) { waiting.removeFirst() }
            writer = nil
        }
    }

    /// The number of changes not yet written.
    package var backlog: Int { waiting.count }

    /// Returns when the store has answered; changes that it could not write wait for the next change.
    package func settle() async { await writer?.value }

    private func write(_ change: DonationTracker.Change) async -> Bool {
        do throws(ContentError) {
            switch change {
            case .record(let donation): try await store.record([LoggedDonation(donation)])
            case .markOpen(let item): try await store.markOpen(item)
            }
            return true
        } catch {
            log.warning(
                "cannot save what was learnt; trying again with the next event",
                ["error": error.message, "kept": "\(waiting.count)"])
            return false
        }
    }
}

/// The donations that paired machines have shared.
package struct LearningElsewhere: Sendable {
    package typealias Forgetting = @Sendable () async throws(ContentError) -> Int

    /// Grows when the donations may have changed.
    package var revision: @Sendable () async -> Int
    /// In chronological order.
    package var donations: @Sendable () async throws(ContentError) -> [Donation]
    /// Forgets a part of the shared data, and calls the function for the local data; returns the number of donations
    /// forgotten.
    package var forget: @Sendable (LearntPart, @escaping Forgetting) async throws(ContentError) -> Int

    package init(
        revision: @escaping @Sendable () async -> Int,
        donations: @escaping @Sendable () async throws(ContentError) -> [Donation],
        forget: @escaping @Sendable (LearntPart, @escaping Forgetting) async throws(ContentError) -> Int
    ) { (self.revision, self.donations, self.forget) = (revision, donations, forget) }

    /// No donations are shared.
    package static let none = LearningElsewhere(
        revision: { 0 }, donations: { () async throws(ContentError) in [] },
        forget: { (_, here) async throws(ContentError) in try await here() })
}

extension LearntPart {
    /// Whether other machines may have it.
    fileprivate var isTold: Bool {
        switch self {
        case .item, .device, .place, .everything: true
        case .items, .beginning, .donated: false
        }
    }

    /// Whether it is about activities, which come and go with their programs, so that there is usually nothing to
    /// forget.
    fileprivate var isOfActivities: Bool {
        switch self {
        case .items, .beginning: true
        case .item, .device, .place, .donated, .everything: false
        }
    }
}
