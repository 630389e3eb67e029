// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueBus
import OnCueClient
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
    let lists: FakeLists
    let playlists = OneListSource(
        ["Evening", "Morning"].map {
            ContentNode(identifier: ContentIdentifier(kind: .playlist, key: "the-" + $0), title: $0, isContainer: true)
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
    /// An entry for each time that the configuration was read.
    let readings = EventLog<String>()
    let podcasts: FakePodcasts
    private(set) var control: ControlObject?
    private var exports: ServiceExports?
    /// The socket beside the bus, if the client is to take it, and the folder of it.
    private(set) var direct: DirectServer?
    private let runtime: TemporaryDirectory
    private var libraryFollower: Task<Void, Never>?
    private var podcastFollower: Task<Void, Never>?
    private(set) var daemon: DaemonDesk?
    /// The implementations that are exported.
    private(set) var desks: ServiceDesks?
    /// The client's way to them.
    let service: OnCueConnection
    private(set) var mpris: MPRISObject?
    let queries = MemoryQueryStore()
    let trash = MemoryTrash([
        TrashItem(key: "3-a", kind: .playlist, title: "Evening", removed: 3),
        TrashItem(key: "2-b", kind: .station, title: "Jazz", removed: 2),
    ])
    let activityStore = MemoryActivityStore()
    /// The folder of files by which programs declare activities.
    let declarations: TemporaryDirectory
    /// What activities were taken up again with.
    let played = EventLog<String>()
    let soundStore = MemorySoundStore()
    let outputs = FakeOutputWatch()
    let outputStore = MemoryOutputStore()
    let lock = FakeLockWatch()
    let notificationStore = MemoryNotificationStore()
    let userNotificationStore = MemoryUserNotificationStore()
    let notificationScreen = FakeNotificationScreen()
    let suggestionStore = MemorySuggestionStore()
    let clock = TestClock()
    let sound = FakeTriggerSource(.sound)
    let network = FakeTriggerSource(.network)
    private(set) var suggestions: SuggestionCenter?
    private var subscription: BusSubscription?

    /// - Parameter isDirect: The client takes the socket of the service, as far as that leads.
    init(_ session: SavedSession = SavedSession(), isDirect: Bool = false) async throws {
        declarations = try TemporaryDirectory()
        runtime = try TemporaryDirectory()
        (lists, podcasts) = (FakeLists(in: source), FakePodcasts(in: source))
        bus = try await PrivateBus()
        var directories = UserDirectories(environment: [:], userID: 1, homeFallback: "/nonexistent")
        (directories.runtime, directories.directSocket) = (runtime.path, isDirect ? runtime.file("direct") : nil)
        service = OnCueConnection(
            environment: ClientEnvironment(
                directories: directories, busLocation: .session(address: bus.address)))
        direct = directories.directSocket.map { [bus] path in
            DirectServer(
                path: path, busAddress: bus.address, objectPath: ServiceNames.objectPath, names: [ServiceNames.busName])
        }
        server = try await bus.connect()
        client = try await bus.connect()
        store = MemorySessionStore(session)
        controller = PlaybackController(engine: engine, store: store, session: session, seed: 1)
        try export()
        if let direct, !direct.begin() { throw SupportError("cannot listen at \(direct.path)") }
        _ = try await server.requestName(ServiceNames.busName)
        _ = try await server.requestName(ServiceNames.mprisBusName)
        try await playlists.reads.wait(count: 1)
        // What was told while everything was put together has passed the bus by then.
        subscription = client.subscribe(sender: server.uniqueName) { [signals] in signals.append($0) }
        await settle()
        signals.removeAll()
    }

    private func export() throws {
        let exports = ServiceExports(on: server, direct: direct)
        self.exports = exports
        let desks = ServiceDesks(self, exports)
        self.desks = desks
        (daemon, suggestions) = (desks.daemon, desks.suggestionCenter)
        try desks.export(through: exports)
        let (center, manager) = (desks.center, desks.manager)
        let control = ControlObject(exports, controller: controller, manager: manager) { desks.nowPlaying.report }
        let mpris = try MPRISObject(
            on: server, controller: controller, manager: manager, center: center, commands: desks.commands,
            playlists: PlaylistWatch(source: playlists, container: .root, dates: playlistDates, listening: listening)
        ) { [quits] in quits.append("player") }
        libraryFollower = Task { @MediaActor [library, weak control] in
            for await event in await library.events() { control?.libraryChanged(event) }
        }
        podcastFollower = Task { @MediaActor [podcasts, weak exports] in
            for await event in await podcasts.events() { exports?.announce(event) }
        }
        desks.keeper.start()
        center.add(control)
        center.add(mpris)
        center.add(desks.commands)
        wire(desks, control)
        (self.control, self.mpris) = (control, mpris)
    }

    private func wire(_ desks: ServiceDesks, _ control: ControlObject) {
        let (center, chapters) = (desks.center, desks.chapters)
        let (keeper, suggestions) = (desks.keeper, desks.suggestionCenter)
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
        await OnCueTestSupport.settle()
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
