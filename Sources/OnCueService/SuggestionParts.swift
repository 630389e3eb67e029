// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueBus
internal import OnCueCatalog
internal import OnCueCore
internal import OnCueDesk
internal import OnCueDesktop
internal import OnCueInterface
internal import OnCuePlayers
internal import OnCuePlaylists
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueState
internal import OnCueSuggestions

/// The parts that learn, observe triggers, and suggest.
@MediaActor
struct SuggestionParts {
    let store: SuggestionStore
    let memory: SuggestionMemory
    let learning: DonationKeeper

    /// Opens the file of learnt data; returns before all of it is processed.
    static func open(
        in folder: DatabaseFolder, log: @escaping @Sendable (String) -> Void
    ) async -> SuggestionParts {
        let store = SuggestionStore(path: folder.path + "/suggestions.sqlite", isLasting: folder.isLasting, log: log)
        let saved = await store.load()
        let learning = DonationKeeper(store: store, clock: .system)
        learning.beginSoon(with: saved.donations)
        return SuggestionParts(
            store: store, memory: SuggestionMemory(store: store, state: saved.state), learning: learning)
    }

    /// Returns when all learnt data and preferences are saved.
    func close() async {
        await learning.finish()
        await memory.finish()
        await store.close()
    }

    func makeCenter(_ parts: ServiceParts, sources: [any TriggerSource]) -> SuggestionCenter {
        let triggers = TriggerCenter(sources: sources, memory: memory, clock: .system)
        return SuggestionCenter(
            .init(
                triggers: triggers, learning: learning, manager: parts.manager, source: parts.content,
                controller: parts.controller, listening: parts.listening.store, artwork: parts.artwork,
                clock: .system, events: parts.events))
    }
}

/// The parts that display suggestions on the bus and around the machine.
@MediaActor
final class SuggestionObjects {
    let center: SuggestionCenter
    let desk: SuggestionDesk
    let triggers: TriggerDesk
    private let contacts = ContactFolders()
    let people: PeopleDesk
    private let notifier: OfferNotifier
    private let stage: SuggestionStage
    private let list: SuggestionList

    /// - Parameters:
    ///   - players: Show the staged suggestion, as desktops do.
    ///   - vehicles: Show it as well, and may press Play on their own.
    ///   - notifications: Shows the offer.
    ///   - playback: Plays the item whose name is typed instead.
    ///   - bus: The session bus.
    /// - Throws: ``BusError`` if an object cannot be exported.
    init(
        _ parts: ServiceParts, _ sources: TriggerSources, players: [any SuggestionScreen],
        vehicles: [any SuggestionScreen], _ notifications: NotificationCoordinator, _ playback: PlaybackDesk,
        _ exports: ServiceExports, on bus: MessageBus
    ) throws(BusError) {
        center = parts.suggestions.makeCenter(parts, sources: sources.all)
        desk = SuggestionDesk(center: center, manager: parts.manager)
        try exports.add(
            desk, properties: { [desk] in desk.properties }, changes: desk.changes, offers: desk.offers,
            ends: desk.ends, listChanges: desk.listChanges)
        let locations = LocationFinder(
            memory: parts.suggestions.memory, cities: CityNames(), events: parts.events,
            located: { [weak center] in center?.located ?? [] },
            now: { MomentClock.system.now() })
        parts.lists.pages.loaded.listen { locations.note($0) }
        triggers = TriggerDesk(center: center, locations: locations)
        try exports.add(triggers, sourceChanges: triggers.sourceChanges, events: triggers.events)
        people = PeopleDesk(
            center: center, manager: parts.manager, source: parts.content, contacts: contacts, podcasts: parts.podcasts)
        try exports.add(
            CompletionDesk(
                manager: parts.manager, outputs: OutputDesk(keeper: parts.outputs, fixed: ""), triggers: triggers,
                locations: locations, people: people, contacts: contacts, habits: center.readHabits))
        try exports.add(people)
        notifier = OfferNotifier(
            notices: notifications, center: center,
            play: { [weak playback] words in
                guard let playback else { throw ContentError(.unavailable, "the service is ending") }
                return try await playback.play([words], PlayOptions())
            })
        stage = SuggestionStage(center: center, players: players, vehicles: vehicles)
        list = SuggestionList(parts.suggested)
        sources.follow(center)
        if let outputs = parts.outputs { center.follow(outputs) }
        center.doNotDisturb = DesktopQuiet(
            bus: bus, desktop: ProcessEnvironment.variable("XDG_CURRENT_DESKTOP") ?? "")
        center.add(notifier)
        center.add(stage)
        center.add(list)
        parts.listening.recorder.journal.listen { [learning = parts.suggestions.learning] in learning.take($0, $1) }
    }

    /// Applies the part of the configuration that concerns people.
    func follow(_ configuration: Configuration) {
        center.usesPresence = configuration.usesPresence
        Task { @MediaActor [contacts] in await contacts.read(configuration.contactFolders) }
    }

    func begin() { center.begin() }

    func unlocked() { notifier.unlocked() }

    /// Withdraws the offer, and stops raising new ones.
    func close() { center.close() }
}
