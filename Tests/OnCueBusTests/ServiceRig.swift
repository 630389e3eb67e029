// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueBus
import OnCueCore
import OnCueDesk
import OnCueDesktop
import OnCueInterface
import OnCuePlayers
import OnCueProviders
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport

/// The objects of the service on a private bus, with an engine of manual time behind and a client before them.
@MediaActor
final class ServiceRig {
    static let player = "org.mpris.MediaPlayer2.Player"
    static let properties = "org.freedesktop.DBus.Properties"

    let engine = FakePlaybackEngine()
    let source = FakeContentSource([
        .init("Blue", by: "Ada", tracks: [.full, .sample("b2", title: "Freddie", artists: ["Ada", "Bix"])]),
        .init("Green", by: "Bix", tracks: [.sample("g1", title: "Leaves")]),
    ])
    let resolver = FakeMediaResolver()
    let locator = FakeMediaLocator()
    let library = FakeLibrary()
    let lists = FakeLists()
    let playlists = OneListSource(
        ["Evening", "Morning"].map {
            ContentItem(identifier: ContentIdentifier(kind: .playlist, key: "the-" + $0), title: $0, isContainer: true)
        })
    let playlistDates = FakePlaylistDates()
    let artwork = FakeArtwork()
    let chapterReader = FakeChapters()
    let lyricsReader = FakeLyrics()
    let listening = FakeListeningStore()
    let bus: PrivateBus
    let server: MessageBus
    let client: MessageBus
    let controller: PlaybackController
    let store: MemorySessionStore
    /// Every signal of the service, in order.
    let signals = EventLog<BusSignal>()
    let probe = FakeHealthProbe()
    let quits = EventLog<String>()
    let podcasts = FakePodcasts()
    private(set) var control: ControlObject?
    private var exports: ServiceExports?
    private var podcastFollower: Task<Void, Never>?
    private(set) var daemon: DaemonDesk?
    private(set) var mpris: MPRISObject?
    let queries = MemoryQueryStore()
    let trash = MemoryTrash([
        TrashItem(key: "3-a", kind: .playlist, title: "Evening", removed: 3),
        TrashItem(key: "2-b", kind: .station, title: "Jazz", removed: 2),
    ])
    let soundStore = MemorySoundStore()
    let outputs = FakeOutputWatch()
    let outputStore = MemoryOutputStore()
    let lock = FakeLockWatch()
    let notificationStore = MemoryNotificationStore()
    let suggestionStore = MemorySuggestionStore()
    let clock = TestClock()
    let sound = FakeTriggerSource(.sound)
    let network = FakeTriggerSource(.network)
    private(set) var suggestions: SuggestionCenter?
    private var subscription: BusSubscription?

    init(_ session: SavedSession = SavedSession()) async throws {
        bus = try await PrivateBus()
        server = try await bus.connect()
        client = try await bus.connect()
        store = MemorySessionStore(session)
        controller = PlaybackController(engine: engine, store: store, session: session, seed: 1)
        try export()
        _ = try await server.requestName(ServiceNames.busName)
        _ = try await server.requestName(ServiceNames.mprisBusName)
        try await playlists.reads.wait(count: 1)
        // What was told while everything was put together has passed the bus by then.
        subscription = client.subscribe(sender: server.uniqueName) { [signals] in signals.append($0) }
        await settle()
        signals.removeAll()
    }

    private func export() throws {
        let center = NowPlayingCenter(artwork: artwork)
        let chapters = ChapterCenter(reader: chapterReader, controller: controller)
        let manager = ContentManager(source: source, resolver: resolver, listening: listening)
        manager.delegate = ControllerSelectionPlayer(controller, locator: locator)
        let daemon = DaemonDesk(processIdentifier: 4711, health: HealthCenter([probe])) { [quits] in
            quits.append("service")
        }
        self.daemon = daemon
        let nowPlaying = NowPlayingDesk(
            controller: controller, center: center, chapters: chapters,
            lyrics: LyricsCenter(reader: lyricsReader, controller: controller))
        let starter = StartKeeper(controller: controller, manager: manager)
        starter.start()
        let exports = ServiceExports(on: server)
        self.exports = exports
        try export(through: exports, manager, starter)
        try exports.add(
            ServiceNames.service, Introspection.service, daemon, DaemonMethods.bindings(),
            properties: { FormWriter.dictionary(daemon.identity) })
        daemon.changes.listen { [weak exports] in
            exports?.emitPropertiesChanged(ServiceNames.service, from: $0, to: $1)
        }
        try exports.add(
            ServiceNames.nowPlaying, Introspection.nowPlaying, nowPlaying, NowPlayingMethods.bindings(),
            properties: { ["NowPlaying": nowPlaying.report.wire] })
        let content = ContentDesk(
            manager: manager, revision: ContentTree.Revision(1),
            watch: { [weak exports] in exports?.watch($0, left: $1) }, tell: { [weak exports] in exports?.announce($0) }
        )
        try exports.add(
            ServiceNames.playableContent, Introspection.playableContent, ContentMethods.bindings(),
            properties: { FormWriter.dictionary(content.properties) }, for: { content.session(of: $0) })
        let control = ControlObject(exports, controller: controller, manager: manager) { nowPlaying.report }
        let registry = ProviderRegistry(
            bus: server, content: CombinedContentSource([], revision: ContentTree.Revision(1)), folder: "/nonexistent")
        try exports.add(ServiceNames.providers, Introspection.providers, registry, ProviderMethods.bindings())
        registry.announceChanges { [weak exports] in exports?.emit(ProviderMethods.changed) }
        let commands = RemoteCommandPerformer(
            controller: controller, chapters: chapters, manager: manager, starter: starter,
            listening: listening)
        try exports.add(
            ServiceNames.remoteCommands, Introspection.remoteCommands, commands, RemoteCommandMethods.bindings())
        commands.changes.listen { [weak exports] states in
            exports?.emit(RemoteCommandMethods.changed, Only(states.map { RemoteCommandRow($0.kind, $0.state) }))
        }
        let mpris = try MPRISObject(
            on: server, controller: controller, manager: manager, center: center, commands: commands,
            playlists: PlaylistWatch(source: playlists, container: .root, dates: playlistDates, listening: listening)
        ) { [quits] in quits.append("player") }
        podcastFollower = Task { @MediaActor [podcasts, weak exports] in
            for await event in await podcasts.events() { exports?.announce(event) }
        }
        let sound = SoundCenter(
            engine: engine, controller: controller, store: soundStore, saved: SoundPreferences())
        try exports.add(ServiceNames.sound, Introspection.sound, sound, SoundMethods.bindings())
        sound.changes.listen { [weak exports] in exports?.emit(SoundMethods.changed, Only($0)) }
        let keeper = OutputKeeper(
            controller: controller, watch: outputs, store: outputStore, selection: .followDefault)
        let outputDesk = OutputDesk(keeper: keeper, fixed: "")
        try exports.add(ServiceNames.outputs, Introspection.outputs, outputDesk, OutputMethods.bindings())
        outputDesk.changes.listen { [weak exports] in exports?.emit(OutputMethods.changed) }
        let notifier = TrackNotifier(
            bus: server, commands: commands, center: center, lock: lock, store: notificationStore, settings: .off)
        try exports.add(
            ServiceNames.notifications, Introspection.notifications, notifier, NotificationMethods.bindings())
        notifier.changes.listen { [weak exports] in exports?.emit(NotificationMethods.changed, Only($0)) }
        let suggestions = makeSuggestions(manager)
        let offers = SuggestionDesk(center: suggestions, manager: manager)
        try exports.add(
            ServiceNames.suggestions, Introspection.suggestions, offers, SuggestionMethods.bindings(),
            properties: { FormWriter.dictionary(offers.properties) })
        offers.changes.listen { [weak exports] in
            exports?.emitPropertiesChanged(ServiceNames.suggestions, from: $0, to: $1)
        }
        offers.offers.listen { [weak exports] in exports?.emit(SuggestionMethods.raised, Only($0)) }
        offers.ends.listen { [weak exports] in exports?.emit(SuggestionMethods.ended, $0) }
        let triggers = TriggerDesk(center: suggestions)
        try exports.add(ServiceNames.triggers, Introspection.triggers, triggers, TriggerMethods.bindings())
        triggers.sourceChanges.listen { [weak exports] in exports?.emit(TriggerMethods.sourcesChanged) }
        triggers.events.listen { [weak exports] in exports?.emit(TriggerMethods.event, Only($0)) }
        self.suggestions = suggestions
        keeper.start()
        center.add(control)
        center.add(mpris)
        center.add(commands)
        center.update(controller.snapshot)
        chapters.changes.listen { [weak center] in center?.update($0) }
        controller.changes.listen {
            center.update($0, chapter: chapters.update($0))
            keeper.update($0)
            suggestions.update($0)
        }
        controller.jumps.listen { [weak controller] in
            if let controller { center.update(chapters.update(controller.snapshot)) }
            center.announceJump(to: $0)
        }
        controller.failures.listen { [weak control] in control?.playbackFailed($0, $1) }
        (self.control, self.mpris) = (control, mpris)
    }

    private func export(
        through exports: ServiceExports, _ manager: ContentManager, _ starter: StartKeeper
    ) throws {
        let playback = PlaybackDesk(controller: controller, manager: manager, starter: starter)
        let playlists = PlaylistDesk(playlists: lists, manager: manager, controller: controller)
        let radio = RadioDesk(stations: lists, manager: manager)
        let desk = ListeningDesk(manager: manager, store: listening, time: { 1_000 })
        try exports.add(ServiceNames.playback, Introspection.playback, playback, PlaybackMethods.bindings())
        try exports.add(ServiceNames.library, Introspection.library, library, LibraryMethods.bindings())
        try exports.add(ServiceNames.listening, Introspection.listening, desk, ListeningMethods.bindings())
        try exports.add(ServiceNames.playlists, Introspection.playlists, playlists, PlaylistMethods.bindings())
        try exports.add(ServiceNames.radio, Introspection.radio, radio, RadioMethods.bindings())
        try exports.add(
            ServiceNames.podcasts, Introspection.podcasts, PodcastDesk(podcasts: podcasts, manager: manager),
            PodcastMethods.bindings())
        try exports.add(
            ServiceNames.artwork, Introspection.artwork, ArtworkDesk(manager: manager, artwork: artwork),
            ArtworkMethods.bindings())
        try exports.add(ServiceNames.queries, Introspection.queries, queries, QueryMethods.bindings())
        try exports.add(ServiceNames.trash, Introspection.trash, trash, TrashMethods.bindings())
        queries.changes.listen { [weak exports] in exports?.emit(QueryMethods.changed) }
    }

    private func makeSuggestions(_ manager: ContentManager) -> SuggestionCenter {
        let learning = DonationKeeper(store: suggestionStore, clock: clock.moments)
        let triggers = TriggerCenter(
            sources: [sound, network], memory: SuggestionMemory(store: suggestionStore, state: SuggestionState()),
            clock: clock.moments)
        let center = SuggestionCenter(
            .init(
                triggers: triggers, learning: learning, manager: manager, source: source, controller: controller,
                listening: listening, artwork: artwork, clock: clock.moments))
        center.begin()
        return center
    }

    // MARK: As a client

    /// Calls a method of an own interface.
    @discardableResult
    func call(_ member: String, of interface: String, _ arguments: [BusValue] = []) async throws -> [BusValue] {
        try await client.call(
            member, of: interface, at: ServiceNames.objectPath, on: ServiceNames.busName, arguments,
            timeout: .seconds(10))
    }

    /// Calls a method of the player.
    @discardableResult
    func player(_ member: String, _ arguments: [BusValue] = []) async throws -> [BusValue] {
        try await client.call(
            member, of: Self.player, at: MPRISObject.path, on: ServiceNames.mprisBusName, arguments,
            timeout: .seconds(10))
    }

    func get(_ name: String) async throws -> BusValue {
        let answer = try await client.call(
            "Get", of: Self.properties, at: MPRISObject.path, on: ServiceNames.mprisBusName,
            [.string(Self.player), .string(name)])
        return answer.first?.unwrapped ?? .unsupported("")
    }

    func getAll(_ interface: String = player) async throws -> [String: BusValue] {
        let answer = try await client.call(
            "GetAll", of: Self.properties, at: MPRISObject.path, on: ServiceNames.mprisBusName, [.string(interface)])
        return answer.first?.dictionaryValue ?? [:]
    }

    func set(_ name: String, _ value: BusValue) async throws {
        try await client.call(
            "Set", of: Self.properties, at: MPRISObject.path, on: ServiceNames.mprisBusName,
            [.string(Self.player), .string(name), .variant(value)])
    }

    /// The error that something fails with; `nil` when it succeeds.
    func failure(_ body: () async throws -> Void) async -> BusError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? BusError
        }
    }

    // MARK: Time

    /// Lets the engine's time pass and everything become known to the client.
    func advance(by duration: Duration = .zero) async {
        engine.advance(by: duration)
        await settle()
    }

    /// Returns when everything that the service has done so far has reached the client.
    func settle() async {
        for _ in 0..<4 { await Task { @MediaActor in }.value }
        // The answer comes behind all signals that were sent before it.
        _ = try? await client.call("Ping", of: "org.freedesktop.DBus.Peer", at: "/", on: server.uniqueName)
    }

    /// Plays an album and waits until everything is told.
    func play(_ place: String = "album:blue") async throws {
        try await call("Play", of: ServiceNames.playback, [.string(place), .dictionary([:])])
        await advance()
    }

    // MARK: What was told

    /// The contents of all PropertiesChanged of the player so far.
    var changes: [[String: BusValue]] {
        signals.events.filter { $0.arguments.first == .string(Self.player) && $0.path == MPRISObject.path }
            .compactMap { $0.arguments.dropFirst().first?.dictionaryValue }
    }

    /// The positions of all Seeked so far, in seconds.
    var seeks: [Double] {
        signals.events.filter { $0.member == "Seeked" }
            .compactMap { $0.arguments.first?.intValue.map { Double($0) / 1_000_000 } }
    }

    func signals(_ member: String) -> [BusSignal] { signals.events.filter { $0.member == member } }
}
