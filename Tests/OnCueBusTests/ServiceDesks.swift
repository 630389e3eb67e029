// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueBus
import OnCueCore
import OnCueDesk
import OnCueDesktop
import OnCueInterface
import OnCueNotifications
import OnCueProviders
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport

/// The implementations of the interface in the process of the service, over the fakes of a rig.
@MediaActor
struct ServiceDesks {
    let manager: ContentManager
    let center: NowPlayingCenter
    let chapters: ChapterCenter
    let keeper: OutputKeeper
    let suggestionCenter: SuggestionCenter

    let playback: PlaybackDesk
    let nowPlaying: NowPlayingDesk
    let content: ContentDesk
    let listening: ListeningDesk
    let library: FakeLibrary
    let playlists: PlaylistDesk
    let radio: RadioDesk
    let podcasts: PodcastDesk
    let directories: DirectoryDesk
    let artwork: ArtworkDesk
    let files: FileDesk
    let pages: PageDesk
    let queries: MemoryQueryStore
    let trash: MemoryTrash
    let handoff: HandoffDesk
    let machines: MachineDesk
    let together: TogetherDesk
    let push = FakePush()
    let scrobbling = FakeScrobbling()
    let sharedListening = FakeSharedListening()
    let people: PeopleDesk
    let activities: ActivityCenter
    let completion: CompletionDesk
    let sound: SoundCenter
    let outputs: OutputDesk
    let browsers: BrowserDesk
    let notifications: TrackNotifier
    let notificationCenter: NotificationCoordinator
    let userNotifications: NotificationLink
    let reminders: ReminderDesk
    let alarms: AlarmDesk
    let doors: IntentDoors
    let intents: IntentDesk
    let suggestions: SuggestionDesk
    let triggers: TriggerDesk
    let providers: ProviderRegistry
    let commands: RemoteCommandPerformer
    let daemon: DaemonDesk

    init(_ rig: ServiceRig, _ exports: ServiceExports) {
        let controller = rig.controller
        chapters = ChapterCenter(reader: rig.chapterReader, controller: controller)
        manager = ContentManager(source: rig.source, resolver: rig.resolver, listening: rig.listening)
        let opinions = OpinionWatch(manager: manager, store: rig.listening)
        center = NowPlayingCenter(artwork: rig.artwork, opinions: opinions)
        manager.delegate = ControllerSelectionPlayer(controller, locator: rig.locator)
        let starter = StartKeeper(controller: controller, manager: manager)
        starter.start()
        playback = PlaybackDesk(controller: controller, manager: manager, starter: starter, playlists: rig.lists)
        nowPlaying = NowPlayingDesk(
            controller: controller, center: center, chapters: chapters,
            lyrics: LyricsCenter(reader: rig.lyricsReader, controller: controller))
        content = ContentDesk(
            manager: manager, revision: ContentTree.Revision(1),
            watch: { [weak exports] in exports?.watch($0, left: $1) }, tell: { [weak exports] in exports?.announce($0) }
        )
        listening = ListeningDesk(manager: manager, store: rig.listening, time: { 1_000 })
        playlists = PlaylistDesk(playlists: rig.lists, manager: manager, controller: controller)
        radio = RadioDesk(stations: rig.lists, manager: manager)
        podcasts = PodcastDesk(podcasts: rig.podcasts, manager: manager, controller: rig.controller)
        directories = DirectoryDesk(directories: FakeDirectories(), artwork: rig.artwork)
        artwork = ArtworkDesk(manager: manager, controller: controller, artwork: rig.artwork)
        files = FileDesk(manager: manager, files: FakeFileReports())
        pages = PageDesk(
            pages: FakePages(), events: EventKeeper(store: MemoryEventStore(), library: rig.source))
        handoff = HandoffDesk(
            machine: "rig", controller: controller, media: FakeHandoffMedia([.sample("b1", title: "Blue")]),
            folders: { [] }, seed: 100)
        machines = MachineDesk(FakeMachines.kitchen)
        together = TogetherDesk(
            machine: "rig", controller: controller, handoff: handoff, isAllowed: false,
            program: { "\($0) cannot be reached" })
        (library, queries, trash) = (rig.library, rig.queries, rig.trash)
        sound = SoundCenter(
            engine: rig.engine, controller: controller, store: rig.soundStore, saved: SoundPreferences())
        keeper = OutputKeeper(
            controller: controller, watch: rig.outputs, store: rig.outputStore, selection: .followDefault)
        outputs = OutputDesk(keeper: keeper, fixed: "")
        let browser = BrowserEngine(FakeMediaBytes())
        browsers = BrowserDesk(
            outputs: BrowserOutputs(beside: rig.outputs, engine: browser), engine: browser, fixed: "")
        commands = RemoteCommandPerformer(
            controller: controller, chapters: chapters, opinions: opinions, starter: starter, listening: rig.listening)
        notificationCenter = Self.notificationCenter(rig)
        notifications = TrackNotifier(
            notifications: notificationCenter, commands: commands, center: center, lock: rig.lock,
            store: rig.notificationStore, settings: .off)
        userNotifications = NotificationLink(bus: rig.server, center: notificationCenter)
        reminders = ReminderDesk(
            center: notificationCenter, manager: manager, controller: controller, chapters: chapters,
            artwork: rig.artwork
        ) { [played = rig.played] item, _ in played.append(item) }
        alarms = AlarmDesk(
            AlarmDesk.Parts(
                center: notificationCenter, manager: manager, controller: controller, artwork: rig.artwork,
                outputs: keeper,
                ringer: AlarmRinger(
                    controller: controller, outputs: keeper,
                    player: AlarmRinger.Player(play: { _ in nil }, tone: { nil })),
                waking: NoWaking(), substitutes: [], now: { 1_000 }))
        suggestionCenter = Self.suggestionCenter(rig, manager)
        suggestions = SuggestionDesk(center: suggestionCenter, manager: manager)
        triggers = TriggerDesk(
            center: suggestionCenter,
            locations: LocationFinder(
                memory: SuggestionMemory(store: rig.suggestionStore, state: SuggestionState()), cities: FakeCities(),
                now: { 1000 }))
        doors = IntentDoors(
            playback: playback, nowPlaying: nowPlaying, content: content.session(of: ""), listening: listening,
            outputs: outputs, suggestions: suggestions, reminders: reminders, alarms: alarms,
            notifications: userNotifications.session(of: ""), playlists: playlists, podcasts: podcasts,
            triggers: triggers, bookmark: { _ in }, now: { 1_000 })
        intents = IntentDesk(doors, shortcuts: MemoryShortcuts())
        people = PeopleDesk(
            center: suggestionCenter, manager: manager, source: rig.source, contacts: FakeContacts(),
            podcasts: rig.podcasts)
        completion = CompletionDesk(
            manager: manager, outputs: outputs, triggers: triggers, people: people, contacts: FakeContacts(),
            habits: suggestionCenter.readHabits)
        providers = ProviderRegistry(
            bus: rig.server, content: CombinedContentSource([], revision: ContentTree.Revision(1)),
            folder: "/nonexistent")
        activities = ActivityCenter(
            bus: rig.server, store: rig.activityStore, folders: [rig.declarations.path],
            ways: ActivityCenter.Ways(
                play: { [played = rig.played] activity in
                    played.append(activity.item ?? "")
                    return activity.title
                },
                open: { [played = rig.played] in played.append($0) }),
            now: { 1000 })
        daemon = DaemonDesk(
            processIdentifier: 4711, health: HealthCenter([rig.probe]),
            reading: { [readings = rig.readings] in readings.append("configuration") },
            quit: { [quits = rig.quits] in quits.append("service") })
    }

    private static func notificationCenter(_ rig: ServiceRig) -> NotificationCoordinator {
        let center = NotificationCoordinator(store: rig.userNotificationStore, clock: .system(boot: "1"))
        var own = NotificationClient(ServiceNames.busName, title: "OnCue")
        (own.alert, own.sound, own.badge) = (.allowed, .allowed, .allowed)
        own.categories = [
            NotificationCategory(NotificationSession.messageCategory), ReminderDesk.category, AlarmDesk.category,
            TrackNotifier.category, AskedSuggestions.category, UndoNotifier.category, OfferNotifier.category,
        ]
        center.introduce(own)
        center.add(rig.notificationScreen)
        center.begin()
        return center
    }

    private static func suggestionCenter(_ rig: ServiceRig, _ manager: ContentManager) -> SuggestionCenter {
        let clock = rig.clock.moments
        let triggers = TriggerCenter(
            sources: [rig.sound, rig.network],
            memory: SuggestionMemory(store: rig.suggestionStore, state: SuggestionState()), clock: clock)
        let center = SuggestionCenter(
            .init(
                triggers: triggers, learning: DonationKeeper(store: rig.suggestionStore, clock: clock),
                manager: manager, source: rig.source, controller: rig.controller, listening: rig.listening,
                artwork: rig.artwork, clock: clock))
        center.begin()
        return center
    }

    /// Exports all of them, and announces what happens.
    func export(through exports: ServiceExports) throws {
        try exports.add(playback)
        try exports.add(library)
        listening.announceChanges()
        try exports.add(listening, changes: listening.changes)
        try exports.add(playlists)
        try exports.add(radio)
        try exports.add(podcasts)
        try exports.add(artwork)
        try exports.add(directories)
        try exports.add(files)
        try exports.add(pages)
        try exports.add(queries, changes: queries.changes)
        try exports.add(trash)
        try exports.add(handoff)
        try exports.add(machines)
        try exports.add(browsers, changes: browsers.changes)
        try exports.add(together)
        try exports.add(sharedListening)
        let link = userNotifications
        try exports.add(
            notifications: { link.session(of: $0) }, changes: link.changes, presentations: link.presentations,
            responses: link.responses)
        try exports.add(reminders)
        try exports.add(alarms)
        try exports.add(intents)
        try exports.add(push)
        try exports.add(scrobbling)
        try exports.add(people)
        try exports.add(activities: { [activities] in activities.session(of: $0) }, changes: activities.changes)
        try exports.add(completion)
        try exports.add(providers, changes: providers.changes)
        try exports.add(daemon, identity: { [daemon] in daemon.identity }, changes: daemon.changes)
        try exports.add(nowPlaying, report: { [nowPlaying] in nowPlaying.report })
        try exports.add(
            content: { [content] in content.session(of: $0) }, properties: { [content] in content.properties })
        try exports.add(commands, changes: commands.changes)
        try exports.add(sound, changes: sound.changes)
        try exports.add(outputs, changes: outputs.changes)
        try exports.add(notifications, changes: notifications.changes)
        try exports.add(
            suggestions, properties: { [suggestions] in suggestions.properties }, changes: suggestions.changes,
            offers: suggestions.offers, ends: suggestions.ends, listChanges: suggestions.listChanges)
        try exports.add(triggers, sourceChanges: triggers.sourceChanges, events: triggers.events)
    }
}

/// A machine that nobody wakes.
private final class NoWaking: MachineWaking {
    func wake(at moment: Int64?) {}

    func prospect() async -> WakingProspect { .unknown }
}
