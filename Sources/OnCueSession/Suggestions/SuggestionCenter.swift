// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueQuery
package import OnCueRuntime
package import OnCueSuggestions

/// Raises suggestions after triggers, displays them through publishers, and carries out the responses.
@MediaActor
package final class SuggestionCenter {
    /// The parts that the center uses.
    package struct Parts {
        let triggers: TriggerCenter
        let learning: DonationKeeper
        let manager: ContentManager
        let source: any ContentSource
        let controller: PlaybackController
        let listening: any ListeningStoring
        let artwork: any ArtworkProviding
        let clock: MomentClock
        /// The events that the user keeps, if any can be kept.
        let events: EventKeeper?

        package init(
            triggers: TriggerCenter, learning: DonationKeeper, manager: ContentManager,
            source: any ContentSource, controller: PlaybackController, listening: any ListeningStoring,
            artwork: any ArtworkProviding, clock: MomentClock, events: EventKeeper? = nil
        ) {
            self.triggers = triggers
            self.learning = learning
            self.manager = manager
            self.source = source
            self.controller = controller
            self.listening = listening
            self.artwork = artwork
            self.clock = clock
            self.events = events
        }
    }

    /// News for publishers.
    private enum Notice: Sendable {
        /// The offer has changed.
        case changed
        case ended(Trigger.ID, SuggestionBoard.Ending)
        case listChanged
    }

    /// The number of former suggestions that can still be explained.
    private static let explainedLimit = 100

    /// The present offer.
    package private(set) var offer: ShownOffer?
    /// Reports calls, and the "do not disturb" setting; `nil` if it is unknown.
    package var soundUse: (any SoundUseWatching)?
    package var doNotDisturb: (any DoNotDisturbWatching)?
    /// Whether people whose devices are present may influence suggestions; only if the user has allowed it.
    package var usesPresence = false
    /// Returns the items of reminders that are due, the newest first.
    package var remindedItems: (@MediaActor () async -> [String])?
    /// The triggers that are made by hand.
    package let rehearsals = Broadcast<Trigger>()
    /// The suggestions that the user chooses.
    package let choices = Broadcast<ShownSuggestion>()
    /// Receives triggers that have raised nothing, with the reasons.
    package var onStepAside: (@MediaActor (Trigger, [RaisingDecision.Objection]) -> Void)?

    /// The recent files of the desktop, whose entries about listening are removed together with the learnt data.
    package weak var recent: (any RecentKeeping)?
    /// The activities of other programs.
    package var activities: (any ActivityPredicting)? {
        get { finder.activities }
        set { finder.activities = newValue }
    }

    /// The activities and items of other programs that have a location.
    package var foreignLocations: (any ForeignLocating)? {
        get { belongings.foreign }
        set { belongings.foreign = newValue }
    }

    /// The things with a location in the content tree and of other programs, as far as known.
    package var located: [LocatedThing] { belongings.things }

    /// The user's cues, if there can be any.
    package var cues: CueKeeper? {
        didSet { cues?.onTime = { [weak self] in self?.timeCame(of: $0) } }
    }

    /// The other machines, at which something may have been left.
    package var others: LeavingMachines?
    /// The last answer of those machines, and the time of the question, since the service began.
    var left: (what: LeftElsewhere, asked: Duration)?
    /// The request to them that is in progress.
    var asking: Task<Void, Never>?

    /// Receives the times of day set by the user.
    package var onTimesChange: (@MediaActor ([NamedTime]) -> Void)?

    let parts: Parts
    let finder: SuggestionFinder
    let log = Logger("suggestions")
    var board = SuggestionBoard()
    /// The latest suggestions, for requests for their reasons.
    var explained: [ShownSuggestion] = []
    var moments: [ShownSuggestion.ID: (moment: Moment, trigger: Trigger?)] = [:]
    /// The search for suggestions in progress, with its trigger.
    var finding: (trigger: Trigger, task: Task<Void, Never>)?
    /// The task that performs cues.
    var acting: Task<Void, Never>?
    /// The number of suggestions and cues that are about to play, which do not end the offer.
    var accepting = 0
    /// The number of requests for present suggestions.
    var questions = 0
    /// The dismissed suggestions of the latest list without a trigger.
    var dismissedUnasked: Set<ShownSuggestion.ID> = []
    /// The items that were dismissed for now, with the times in seconds since 1970.
    var setAside: [String: Int64] = [:]
    private(set) var snapshot = PlaybackSnapshot()
    /// The time when sound was last heard.
    private(set) var lastHeard: ContinuousClock.Instant?
    private let instants = ContinuousClock()
    private let start: ContinuousClock.Instant
    private let notices = Broadcast<Notice>()
    private let belongings: BelongingKeeper
    private var alarm: Task<Void, Never>?
    private var pictures: Task<Void, Never>?
    let fade: SuggestionFade
    let destination = SoundDestination()

    package init(_ parts: Parts) {
        self.parts = parts
        finder = SuggestionFinder(source: parts.source, listening: parts.listening, artwork: parts.artwork)
        fade = SuggestionFade(controller: parts.controller)
        belongings = BelongingKeeper(source: parts.source, triggers: parts.triggers, events: parts.events)
        start = instants.now
        snapshot = parts.controller.snapshot
        // The restored entry may have been heard just before the service started.
        if snapshot.entry != nil { lastHeard = start }
        finder.elsewhere = { [weak self] identifier in
            guard let left = self?.elsewhere, left.identifier == identifier else { return nil }
            return left.item
        }
        finder.onLook = { [weak self] in self?.looked(for: $0, isThere: $1) }
        parts.triggers.onOutcome = { [weak self] in self?.take($0) }
        parts.learning.onProgress = { [weak self] collection, track in
            self?.memory.note { $0.collections[collection] = track }
        }
        parts.learning.surroundings = { [weak self] in self?.surroundings ?? DonationKeeper.Surroundings() }
    }

    /// Adds a publisher, which receives the offers from now on.
    package func add(_ publisher: any SuggestionPublishing) {
        notices.listen { [weak self] notice in
            switch notice {
            // The present offer, in case another publisher has changed it meanwhile.
            case .changed: publisher.offerChanged(to: self?.offer)
            case .ended(let id, let ending): publisher.offerEnded(id, ending)
            case .listChanged: publisher.listChanged()
            }
        }
    }

    /// Withdraws the offer, and stops raising new ones.
    package func close() {
        parts.triggers.close()
        soundUse?.stop()
        doNotDisturb?.stop()
        finding?.task.cancel()
        destination.cancel()
        pictures?.cancel()
        acting?.cancel()
        asking?.cancel()
        cues = nil
        carryOut(board.stop())
    }

    var memory: SuggestionMemory { parts.triggers.memory }
    /// The state kept with the donations. It is changed only by functions of the center and of its triggers.
    package var state: SuggestionState { memory.state }
    package var settings: RaisingSettings { state.settings }
    /// The triggers, with the books of devices and places.
    package var triggers: TriggerCenter { parts.triggers }
    /// The clock of everything that is learnt and raised.
    package var clock: MomentClock { parts.clock }
    /// The present moment in the form used by donations.
    package var presentMoment: Moment { parts.learning.moment() }

    /// Processes the present state of playback.
    package func update(_ next: PlaybackSnapshot) {
        let isNew = next.status == .playing && (snapshot.status != .playing || snapshot.token != next.token)
        if snapshot.status == .playing || next.status == .playing { lastHeard = instants.now }
        snapshot = next
        if isNew, accepting == 0 {
            finding?.task.cancel()
            finding = nil
            destination.cancel()
            if let offer { memory.note { $0.memory.noteTaken(TriggerKey(offer.trigger)) } }
            carryOut(board.played())
        }
    }

    /// The time since sound was last heard; `nil` if none was since the service started.
    package var silence: Duration? {
        snapshot.status == .playing ? .zero : lastHeard.map { instants.now - $0 }
    }

    private var surroundings: DonationKeeper.Surroundings {
        let listened = parts.triggers.heard.filter { $0.kind != .other }
        // If the destination of the sound is known, only that counts.
        let named = snapshot.output.map { output in listened.first { $0.name == output.name } }
        let inUse = named ?? listened.first
        return DonationKeeper.Surroundings(place: parts.triggers.place, device: inUse?.name)
    }

    // MARK: Display

    func carryOut(_ effects: [SuggestionBoard.Effect]) {
        for effect in effects {
            switch effect {
            case .turn(_, let first): turn(to: first)
            case .end(let id, let ending): end(id, ending)
            }
        }
        arm()
    }

    func show(_ shown: ShownOffer) {
        note(shown.suggestions, at: shown.trigger)
        offer = shown
        keep(shown)
        publish()
        illustrate(shown)
    }

    /// Remembers suggestions for a while.
    func note(_ suggestions: [ShownSuggestion], at trigger: Trigger?) {
        explained.removeAll { old in suggestions.contains { $0.id == old.id } }
        explained = (explained + suggestions).suffix(Self.explainedLimit)
        let moment = parts.learning.moment(for: trigger?.circumstance)
        for suggestion in suggestions { moments[suggestion.id] = (moment, trigger) }
        if moments.count > 2 * Self.explainedLimit {
            moments = moments.filter { known in explained.contains { $0.id == known.key } }
        }
    }

    private func illustrate(_ shown: ShownOffer) {
        pictures?.cancel()
        guard shown.suggestions.contains(where: { $0.artwork == nil }) else { return }
        pictures = Task { @MediaActor [weak self, finder] in
            let illustrated = await finder.illustrated(shown.suggestions)
            guard !Task.isCancelled else { return }
            self?.show(pictures: illustrated, of: shown.id)
        }
    }

    private func show(pictures: [ShownSuggestion], of id: Trigger.ID) {
        guard var next = offer, next.id == id else { return }
        for index in next.suggestions.indices {
            next.suggestions[index].artwork = pictures.first { $0.id == next.suggestions[index].id }?.artwork
        }
        guard next != offer else { return }
        offer = next
        publish()
    }

    private func turn(to first: ShownSuggestion.ID) {
        guard var next = offer else { return }
        let order = board.standing.map(\.id)
        next.suggestions = order.compactMap { id in next.suggestions.first { $0.id == id } }
        offer = next
        publish()
        if let item = next.suggestions.first { prepare(item) }
    }

    private func end(_ id: Trigger.ID, _ ending: SuggestionBoard.Ending) {
        pictures?.cancel()
        offer = nil
        // An offer that ends with the service is restored by the next one.
        if ending != .stopped { memory.note { $0.offer = nil } }
        log.info("offer ended", ["trigger": "\(id)", "reason": ending.rawValue])
        notices.send(.ended(id, ending))
        publish()
    }

    /// Notifies publishers that other suggestions may fit this moment now.
    func tellListChanged() {
        notices.send(.listChanged)
    }

    func publish() {
        notices.send(.changed)
    }

    /// Prepares the suggestion that is likely to be accepted, so that it begins at once.
    func prepare(_ suggestion: ShownSuggestion) {
        guard !suggestion.isActivity else { return }
        Task { @MediaActor [manager = parts.manager] in
            try? await manager.prepare(at: .identifier(suggestion.target), from: suggestion.firstTrack)
        }
    }

    // MARK: Time

    /// The time since the service began.
    var elapsed: Duration { instants.now - start }

    private func arm() {
        alarm?.cancel()
        alarm = board.nextDeadline.map { deadline in
            let pause = deadline - elapsed
            return Task { @MediaActor [weak self] in
                guard (try? await MediaActor.sleep(for: max(.zero, pause))) != nil else { return }
                self?.expire()
            }
        }
    }

    private func expire() { carryOut(board.expire(at: elapsed)) }
}
