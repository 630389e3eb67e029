// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueBus
import OnCueCore
import OnCueDesk
import OnCueDesktop
import OnCueInterface
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
    let artwork: ArtworkDesk
    let files: FileDesk
    let queries: MemoryQueryStore
    let trash: MemoryTrash
    let sound: SoundCenter
    let outputs: OutputDesk
    let notifications: TrackNotifier
    let suggestions: SuggestionDesk
    let triggers: TriggerDesk
    let providers: ProviderRegistry
    let commands: RemoteCommandPerformer
    let daemon: DaemonDesk

    init(_ rig: ServiceRig, _ exports: ServiceExports) {
        let controller = rig.controller
        chapters = ChapterCenter(reader: rig.chapterReader, controller: controller)
        manager = ContentManager(source: rig.source, resolver: rig.resolver, listening: rig.listening)
        center = NowPlayingCenter(
            artwork: rig.artwork, stars: StarWatch(manager: manager, store: rig.listening))
        manager.delegate = ControllerSelectionPlayer(controller, locator: rig.locator)
        let starter = StartKeeper(controller: controller, manager: manager)
        starter.start()
        playback = PlaybackDesk(controller: controller, manager: manager, starter: starter)
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
        artwork = ArtworkDesk(manager: manager, artwork: rig.artwork)
        files = FileDesk(manager: manager, files: FakeFileReports())
        (library, queries, trash) = (rig.library, rig.queries, rig.trash)
        sound = SoundCenter(
            engine: rig.engine, controller: controller, store: rig.soundStore, saved: SoundPreferences())
        keeper = OutputKeeper(
            controller: controller, watch: rig.outputs, store: rig.outputStore, selection: .followDefault)
        outputs = OutputDesk(keeper: keeper, fixed: "")
        commands = RemoteCommandPerformer(
            controller: controller, chapters: chapters, manager: manager, starter: starter, listening: rig.listening)
        notifications = TrackNotifier(
            bus: rig.server, commands: commands, center: center, lock: rig.lock, store: rig.notificationStore,
            settings: .off)
        suggestionCenter = Self.suggestionCenter(rig, manager)
        suggestions = SuggestionDesk(center: suggestionCenter, manager: manager)
        triggers = TriggerDesk(center: suggestionCenter)
        providers = ProviderRegistry(
            bus: rig.server, content: CombinedContentSource([], revision: ContentTree.Revision(1)),
            folder: "/nonexistent")
        daemon = DaemonDesk(processIdentifier: 4711, health: HealthCenter([rig.probe])) { [quits = rig.quits] in
            quits.append("service")
        }
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
        try exports.add(ServiceNames.playback, Introspection.playback, playback, PlaybackMethods.bindings())
        try exports.add(ServiceNames.library, Introspection.library, library, LibraryMethods.bindings())
        try exports.add(ServiceNames.listening, Introspection.listening, listening, ListeningMethods.bindings())
        try exports.add(ServiceNames.playlists, Introspection.playlists, playlists, PlaylistMethods.bindings())
        try exports.add(ServiceNames.radio, Introspection.radio, radio, RadioMethods.bindings())
        try exports.add(ServiceNames.podcasts, Introspection.podcasts, podcasts, PodcastMethods.bindings())
        try exports.add(ServiceNames.artwork, Introspection.artwork, artwork, ArtworkMethods.bindings())
        try exports.add(ServiceNames.files, Introspection.files, files, FileMethods.bindings())
        try exports.add(ServiceNames.queries, Introspection.queries, queries, QueryMethods.bindings())
        try exports.add(ServiceNames.trash, Introspection.trash, trash, TrashMethods.bindings())
        try exports.add(ServiceNames.providers, Introspection.providers, providers, ProviderMethods.bindings())
        try exports.add(
            ServiceNames.service, Introspection.service, daemon, DaemonMethods.bindings(),
            properties: { [daemon] in FormWriter.dictionary(daemon.identity) })
        try exports.add(
            ServiceNames.nowPlaying, Introspection.nowPlaying, nowPlaying, NowPlayingMethods.bindings(),
            properties: { [nowPlaying] in ["NowPlaying": nowPlaying.report.wire] })
        try exports.add(
            ServiceNames.playableContent, Introspection.playableContent, ContentMethods.bindings(),
            properties: { [content] in FormWriter.dictionary(content.properties) },
            for: { [content] in content.session(of: $0) })
        try exports.add(
            ServiceNames.remoteCommands, Introspection.remoteCommands, commands, RemoteCommandMethods.bindings())
        try exports.add(ServiceNames.sound, Introspection.sound, sound, SoundMethods.bindings())
        try exports.add(ServiceNames.outputs, Introspection.outputs, outputs, OutputMethods.bindings())
        try exports.add(
            ServiceNames.notifications, Introspection.notifications, notifications, NotificationMethods.bindings())
        try exports.add(
            ServiceNames.suggestions, Introspection.suggestions, suggestions, SuggestionMethods.bindings(),
            properties: { [suggestions] in FormWriter.dictionary(suggestions.properties) })
        try exports.add(ServiceNames.triggers, Introspection.triggers, triggers, TriggerMethods.bindings())
        announce(through: exports)
    }

    private func announce(through exports: ServiceExports) {
        queries.changes.listen { [weak exports] in exports?.emit(QueryMethods.changed) }
        providers.announceChanges { [weak exports] in exports?.emit(ProviderMethods.changed) }
        daemon.changes.listen { [weak exports] in
            exports?.emitPropertiesChanged(ServiceNames.service, from: $0, to: $1)
        }
        commands.changes.listen { [weak exports] states in
            exports?.emit(RemoteCommandMethods.changed, Only(states.map { RemoteCommandRow($0.kind, $0.state) }))
        }
        sound.changes.listen { [weak exports] in exports?.emit(SoundMethods.changed, Only($0)) }
        outputs.changes.listen { [weak exports] in exports?.emit(OutputMethods.changed) }
        notifications.changes.listen { [weak exports] in exports?.emit(NotificationMethods.changed, Only($0)) }
        suggestions.changes.listen { [weak exports] in
            exports?.emitPropertiesChanged(ServiceNames.suggestions, from: $0, to: $1)
        }
        suggestions.offers.listen { [weak exports] in exports?.emit(SuggestionMethods.raised, Only($0)) }
        suggestions.ends.listen { [weak exports] in exports?.emit(SuggestionMethods.ended, $0) }
        triggers.sourceChanges.listen { [weak exports] in exports?.emit(TriggerMethods.sourcesChanged) }
        triggers.events.listen { [weak exports] in exports?.emit(TriggerMethods.event, Only($0)) }
    }
}
