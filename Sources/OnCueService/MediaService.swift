// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import Glibc
internal import LinkedMedia
internal import OnCueBus
internal import OnCueCore
internal import OnCueDesk
internal import OnCueDesktop
internal import OnCueInterface
internal import OnCuePlayback
internal import OnCuePlayers
internal import OnCuePlaylists
internal import OnCuePodcasts
internal import OnCueProviders
package import OnCueRuntime
internal import OnCueScrobbling
internal import OnCueSession
internal import SystemServices
internal import TelevisionExport

/// The whole service: puts the parts together, starts them in order and stops them in reverse.
@MediaActor
package final class MediaService {
    private static let instanceName = ServiceNames.busName + ".Instance"
    /// The time limit for stopping; the user's data is saved first.
    private static let stopLimit: Duration = .seconds(5)

    private let configuration: ServiceConfiguration
    private let log = Logger("service")
    private var ending: CheckedContinuation<DaemonError?, Never>?
    private var end: DaemonError??
    private let lifetime = Lifetime()
    private var direct: DirectServer?
    private let settings: ConfigurationKeeper
    private var signals: [UnixSignalSource] = []
    private var isServing = false
    /// Set when all data of the user and the journal is saved.
    private let isSaved = Mark()

    package nonisolated init(_ configuration: ServiceConfiguration) {
        self.configuration = configuration
        settings = ConfigurationKeeper(configuration)
    }

    /// Runs the service until it is asked to end.
    ///
    /// - Throws: ``DaemonError`` if it cannot start, or if the bus went away.
    package func run() async throws(DaemonError) {
        listenToSignals()
        let privateBus = try await startPrivateBus()
        let failure: DaemonError?
        do throws(DaemonError) {
            try await serve()
            failure = nil
        } catch {
            failure = error
        }
        if let privateBus { await BlockingExecutor(label: "oncue.bus-stop").run { privateBus.stop() } }
        if let failure { throw failure }
    }

    private func serve() async throws(DaemonError) {
        let bus = try await connect()
        try await becomeOnlyInstance(on: bus)
        let (log, directories) = (log, configuration.directories)
        let (lock, ownership) = try await BlockingExecutor(label: "oncue.directories").runThrowing {
            () throws(DaemonError) in
            (try KeptFolder.share(directories, log: log), try FilesOwnership.take(directories, log: log))
        }
        defer { withExtendedLifetime((lock, ownership)) {} }
        let parts = try await ServiceParts.open(configuration)
        do throws(DaemonError) {
            try await publish(parts, after: ownership.formerEnd, on: bus)
        } catch {
            endAnyway(after: Self.stopLimit)
            direct?.close()
            await parts.close(isSaved: isSaved)
            throw error
        }
        let reason = await waitForEnd()
        log.info("stopping")
        ownership.announceEnd()
        endAnyway(after: Self.stopLimit)
        await stop(parts, bus)
        if let reason { throw reason }
    }

    /// Requests the end of the service; it saves everything first.
    package func quit() {
        finish(nil)
    }
}

// MARK: Starting

extension MediaService {
    private func startPrivateBus() async throws(DaemonError) -> PrivateBus? {
        guard case .own(let socketPath) = configuration.busLocation else { return nil }
        log.info("no session bus; using a private one", ["bus.socket": socketPath])
        return try await BlockingExecutor(label: "oncue.bus-start").runThrowing { () throws(DaemonError) in
            try PrivateBus.open(socketPath: socketPath)
        }
    }

    private func connect() async throws(DaemonError) -> MessageBus {
        do throws(BusError) {
            let bus = try await MessageBus.connect(
                to: configuration.busLocation.address, refusal: ControlError.busy)
            bus.onClosed = { [weak self] in
                self?.finish(DaemonError(.bus, "the connection to the message bus was lost"))
            }
            return bus
        } catch {
            throw DaemonError(
                .bus,
                "cannot reach the message bus at \(configuration.busLocation.address): \(error.message); "
                    + "unset DBUS_SESSION_BUS_ADDRESS to use a private bus")
        }
    }

    /// Acquires the name that only one daemon on a bus has, before anything is opened, so that no other touches the
    /// files.
    ///
    /// The names that clients look for are acquired later, when the objects exist. This waits for a daemon that is
    /// about to acquire them, or has released them and is about to end, and for the bus to notice that a daemon has
    /// ended.
    private func becomeOnlyInstance(on bus: MessageBus) async throws(DaemonError) {
        let start = ContinuousClock.now
        while try await ask({ () throws(BusError) in try await bus.requestName(Self.instanceName) }) == .taken {
            let owner = try await ask { () throws(BusError) in try await bus.owner(of: ServiceNames.busName) }
            let process = try? await bus.processIdentifier(of: Self.instanceName)
            let isEnding = owner == nil || process.map(Self.isGone) ?? true
            let patience = isEnding ? Self.endingPatience : Self.killedPatience
            guard ContinuousClock.now - start < patience else { throw .alreadyRunning(process) }
            try? await MediaActor.sleep(for: .milliseconds(20))
        }
    }

    /// The time for another daemon to leave the bus; longer than ``stopLimit``.
    private static let endingPatience: Duration = .seconds(8)
    /// The time for which a killed process may remain visible, until its parent has reaped it.
    private static let killedPatience: Duration = .milliseconds(300)

    /// Returns whether a process was killed, even if the bus still lists it.
    private static func isGone(_ process: Int) -> Bool {
        (kill(pid_t(truncatingIfNeeded: process), 0) != 0 && errno == ESRCH) || OtherProcess.isEnding(process)
    }

    /// Exports every object before requesting a name: clients call at once when they see a name.
    private func publish(_ parts: ServiceParts, after former: FormerEnd?, on bus: MessageBus) async throws(DaemonError)
    {
        let objects: ServiceObjects
        do throws(BusError) {
            objects = try await makeObjects(parts, after: former, on: bus)
        } catch {
            throw DaemonError(.bus, "cannot export the service on the bus: \(error.message)")
        }
        // A client that calls by the name finds the stored notifications, and whether playback continues.
        objects.notifications.begin()
        objects.alarms.begin()
        if configuration.settings.resumesPlaying { parts.controller.resumeSession() }
        await beginDirect()
        try await requestNames(on: bus)
        if let answers = objects.answers {
            answers.begin()
            lifetime.keep(answers) { $0.close() }
        }
        isServing = true
        log.info("ready", ["bus.name": ServiceNames.busName, "bus.unique": bus.uniqueName, "pid": "\(getpid())"])
        parts.podcasts.start()
        parts.lists.begin()
        objects.suggestions.begin()
        objects.push.begin()
        Task { await objects.scrobbling.begin() }
        parts.listening.sharing.begin(playlists: parts.lists.shelf.changes())
        Task { await parts.trash.expire() }
        // A folder on a server that does not answer holds up nothing else.
        let start = Task { @MediaActor [configuration] in
            await parts.beginLibrary(configuration.libraryFolders, music: configuration.directories.music)
        }
        lifetime.atEnd { start.cancel() }
    }

    /// The objects that begin when everything is exported.
    private struct ServiceObjects {
        let notifications: NotificationParts
        let alarms: AlarmParts
        let suggestions: SuggestionObjects
        let push: PushParts
        let scrobbling: ScrobblingCenter
        let answers: AnswerKeeper?
    }

    /// Makes the objects that act on the parts, and exports them.
    private func makeObjects(
        _ parts: ServiceParts, after former: FormerEnd?, on bus: MessageBus
    ) async throws(BusError) -> ServiceObjects {
        let starter = StartKeeper(controller: parts.controller, manager: parts.manager)
        starter.start()
        let playback = PlaybackDesk(
            controller: parts.controller, manager: parts.manager, starter: starter,
            playlists: parts.lists.lastingPlaylists, taken: parts.lists.taken)
        let recent = Self.recentFiles(parts, configuration.directories, on: bus)
        let absence = AbsenceClock()
        lifetime.keep(absence)
        direct = configuration.directories.directSocket.map {
            DirectServer(
                path: $0, busAddress: configuration.busLocation.address, objectPath: ServiceNames.objectPath,
                names: [ServiceNames.busName])
        }
        let exports = ServiceExports(on: bus, direct: direct)
        lifetime.keep(exports)
        let content = try export(parts, playback, recent, through: exports)
        let together = try exportMachines(parts, absence, through: exports)
        let scrobbling = try exportListening(parts, recent, through: exports)
        let health = ServiceHealth.make(parts, configuration, recent, after: former, on: bus)
        health.add(scrobbling)
        let daemon = DaemonDesk(
            processIdentifier: Int(getpid()), health: health, reading: { [settings] in await settings.read() },
            quit: { [weak self] in self?.quit() })
        daemon.identity.unexpectedEnd = former?.time ?? 0
        let nowPlaying = NowPlayingDesk(
            controller: parts.controller, center: parts.center, chapters: parts.chapters, lyrics: parts.lyrics)
        try exports.add(daemon, identity: { daemon.identity }, changes: daemon.changes)
        try exports.add(nowPlaying, report: { nowPlaying.report })
        let answers = parts.keepAnswers(of: nowPlaying, configuration)
        let control = ControlObject(exports, controller: parts.controller, manager: parts.manager) {
            nowPlaying.report
        }
        let commands = RemoteCommandPerformer(
            controller: parts.controller, chapters: parts.chapters, opinions: parts.opinions,
            starter: starter, listening: parts.listening.store)
        try exports.add(commands, changes: commands.changes)
        let player = try MPRISObject(
            on: bus, controller: parts.controller, manager: parts.manager, center: parts.center, commands: commands,
            playlists: PlaylistWatch(manager: parts.manager, dates: parts.lists.shelf)
        ) { [weak self] in self?.quit() }
        parts.center.add(commands)
        let desktop = try DesktopParts(parts, daemon, exports, player, commands, on: bus)
        absence.follow(desktop.lock)
        let notifications = try NotificationParts(
            parts.notifications, boot: await Self.bootNumber(), lock: desktop.lock, exports, on: bus)
        lifetime.keep(notifications) { await $0.close() }
        try desktop.notify(through: notifications.center, parts, commands, exports, for: lifetime)
        lifetime.keep(desktop) { $0.close() }
        let suggestions = try makeSuggestions(parts, player, desktop, notifications.center, playback, exports, on: bus)
        let (reminders, alarms) = try notifications.connect(
            parts, playback, suggestions.center, cache: configuration.directories.cache, exports, on: bus,
            for: lifetime)
        health.add(
            alarms.health(
                parts, notifications.center, suggestions.triggers, fixed: configuration.settings.text(.output)))
        playback.suggested = { [weak center = suggestions.center] in
            await center?.likelyItems(limit: 20) ?? []
        }
        let doors = try DesktopDoors(
            parts, commands, playback, suggestions.center, notifications.center, recent, configuration.settings,
            on: bus)
        lifetime.keep(doors) { $0.close() }
        suggestions.desk.show = { [weak doors] in await doors?.showSuggestions() ?? 0 }
        let activities = try await ActivityParts.open(
            parts, configuration.directories, playback: playback, exports, on: bus)
        lifetime.keep(activities)
        doors.add(activities.center)
        activities.center.learning = suggestions.center
        suggestions.center.activities = activities.center
        suggestions.center.others = HandoffMachines.leaving(state: configuration.directories.state)
        activities.center.absence = { [weak absence] in absence?.absence }
        suggestions.center.foreignLocations = activities.center
        let intents = try await makeIntents(
            parts, playback, nowPlaying, content, commands, suggestions, notifications, reminders, alarms.desk,
            activities.center, desktop, exports, on: bus)
        lifetime.keep(intents)
        let push = try PushParts(
            parts, suggestions.center, notifications.center, configuration.directories, exports, on: bus)
        lifetime.keep(push) { $0.close() }
        wire(parts, control, player, suggestions.center, exports)
        let televisions = parts.makeTelevisions(configuration.settings, on: bus)
        lifetime.keep(televisions) { await $0.close() }
        health.add(televisions)
        let registry = try await beginProviders(parts, exports, on: bus)
        let trees = LinkedTrees(
            parts.linked.machines, parts.linked, registry, state: configuration.directories.state)
        await follow(
            ServiceSettings(
                parts: parts, registry: registry, doors: doors, suggestions: suggestions, trees: trees,
                together: together, televisions: televisions), daemon)
        return ServiceObjects(
            notifications: notifications, alarms: alarms, suggestions: suggestions, push: push, scrobbling: scrobbling,
            answers: answers)
    }

    /// Listens for programs that connect without the bus. Without a folder for the socket, all use the bus.
    private func beginDirect() async {
        guard let direct else { return }
        let folder = configuration.directories.runtime
        let isSafe = await BlockingExecutor(label: "oncue.runtime").run {
            PrivateDirectory.make(folder) && PrivateDirectory.isSafe(folder)
        }
        if !isSafe || !direct.begin() {
            log.info("programs reach the service over the bus only", ["socket.path": direct.path])
        }
    }

    private static func bootNumber() async -> String {
        await BlockingExecutor(label: "oncue.boot").run { MachineStart.current.number }
    }

    /// Exports the interfaces that need nothing but the parts.
    private func export(
        _ parts: ServiceParts, _ playback: PlaybackDesk, _ recent: RecentKeeper, through exports: ServiceExports
    ) throws(BusError) -> ContentDesk {
        let manager = parts.manager
        let outputs = OutputDesk(keeper: parts.outputs, fixed: configuration.settings.text(.output))
        try exports.add(playback)
        let content = try Self.export(manager, parts.revision, through: exports)
        try exports.add(parts.library)
        try exports.add(
            PlaylistDesk(playlists: parts.lists.lastingPlaylists, manager: manager, controller: parts.controller))
        try exports.add(PageDesk(pages: parts.lists.pages, events: parts.events))
        try exports.add(
            RadioDesk(
                stations: parts.lists.stations, manager: manager, pictures: parts.lists.pages.pictures))
        try exports.add(
            PodcastDesk(podcasts: parts.podcasts, manager: manager, controller: parts.controller))
        try exports.add(
            DirectoryDesk(
                directories: parts.lists.directories, artwork: parts.artwork, pictures: parts.lists.pages.pictures))
        try exports.add(ArtworkDesk(manager: manager, controller: parts.controller, artwork: parts.artwork))
        try exports.add(FileDesk(manager: manager, files: parts.files, web: parts.findings.findings))
        try exports.add(parts.queries, changes: parts.queryChanges)
        try exports.add(parts.trash)
        try exports.add(parts.sound, changes: parts.sound.changes)
        try exports.add(outputs, changes: outputs.changes)
        try exports.add(parts.browsers, changes: parts.browsers.changes)
        return content
    }

    /// Exports the interfaces that other machines of the user call.
    private func exportMachines(
        _ parts: ServiceParts, _ absence: AbsenceClock, through exports: ServiceExports
    ) throws(BusError) -> TogetherDesk {
        let handoff = parts.makeHandoff { [weak absence] in absence?.absence }
        let together = parts.makeTogether(handoff, configuration.settings)
        try exports.add(handoff)
        try exports.add(together)
        let shared = parts.makeSharedListening(state: configuration.directories.state)
        try exports.add(shared)
        parts.listening.sharing.follow(shared, configuration)
        parts.suggestions.learning.learn(from: shared) { [weak sharing = parts.listening.sharing] in
            sharing?.noteChange()
        }
        return together
    }

    /// Exports the listening history, and the services that receive it.
    private func exportListening(
        _ parts: ServiceParts, _ recent: RecentKeeper, through exports: ServiceExports
    ) throws(BusError) -> ScrobblingCenter {
        let listening = parts.listening.makeDesk(parts.manager, recent)
        listening.announceChanges()
        try exports.add(listening, changes: listening.changes)
        let scrobbling = parts.makeScrobbling(state: configuration.directories.state)
        lifetime.keep(scrobbling) { $0.close() }
        listening.privacy = scrobbling
        try exports.add(scrobbling)
        return scrobbling
    }

    private func makeIntents(
        _ parts: ServiceParts, _ playback: PlaybackDesk, _ nowPlaying: NowPlayingDesk, _ content: ContentDesk,
        _ commands: RemoteCommandPerformer, _ suggestions: SuggestionObjects, _ notifications: NotificationParts,
        _ reminders: ReminderDesk, _ alarms: AlarmDesk, _ activities: ActivityCenter, _ desktop: DesktopParts,
        _ exports: ServiceExports, on bus: MessageBus
    ) async throws(BusError) -> IntentParts {
        var doors = IntentDoors(
            playback: playback, nowPlaying: nowPlaying, content: content.session(of: ""),
            listening: parts.listening.makeDesk(parts.manager, nil),
            outputs: OutputDesk(keeper: parts.outputs, fixed: configuration.settings.text(.output)),
            suggestions: suggestions.desk, reminders: reminders, alarms: alarms,
            notifications: notifications.link.session(of: ""),
            playlists: PlaylistDesk(
                playlists: parts.lists.lastingPlaylists, manager: parts.manager, controller: parts.controller),
            podcasts: PodcastDesk(podcasts: parts.podcasts, manager: parts.manager, controller: parts.controller),
            triggers: suggestions.triggers,
            bookmark: { [weak commands] in try await commands?.perform(.bookmark(name: $0)) },
            now: { Int64(WallClock.now) })
        let pages = PageDesk(pages: parts.lists.pages, events: parts.events)
        doors.keepEvents = { try await pages.keepEvents(of: $0, all: $1) }
        doors.machines = HandoffMachines.machines(state: configuration.directories.state)
        try exports.add(MachineDesk(doors.machines))
        doors.people = { [people = suggestions.people] in try await people.people() }
        return try await IntentParts(
            doors, configuration.directories, center: notifications.center, activities: activities,
            suggestions: suggestions.center, portal: notifications.portal,
            isLocked: { [weak lock = desktop.lock] in lock?.isLocked ?? false },
            exports, on: bus)
    }

    private static func recentFiles(
        _ parts: ServiceParts, _ directories: UserDirectories, on bus: MessageBus
    ) -> RecentKeeper {
        RecentKeeper(
            bus: bus, files: RecentKeeper.Files(directories),
            playlistFile: { [shelf = parts.lists.shelf] in await shelf.file(of: $0) }, now: { Int64(time(nil)) })
    }

    private static func export(
        _ manager: ContentManager, _ revision: ContentTree.Revision, through exports: ServiceExports
    ) throws(BusError) -> ContentDesk {
        let content = ContentDesk(
            manager: manager, revision: revision, watch: { [weak exports] in exports?.watch($0, left: $1) },
            tell: { [weak exports] in exports?.announce($0) })
        try exports.add(content: { content.session(of: $0) }, properties: { content.properties })
        return content
    }

    private func makeSuggestions(
        _ parts: ServiceParts, _ player: MPRISObject, _ desktop: DesktopParts,
        _ notifications: NotificationCoordinator, _ playback: PlaybackDesk, _ exports: ServiceExports,
        on bus: MessageBus
    ) throws(BusError) -> SuggestionObjects {
        let sources = TriggerSources(parts, configuration.directories, lock: desktop.lock)
        let suggestions = try SuggestionObjects(
            parts, sources, players: [player], vehicles: [desktop.bluetooth], notifications, playback, exports,
            on: bus)
        lifetime.keep(suggestions) { $0.close() }
        suggestions.follow(configuration.settings)
        desktop.lock.unlocks.listen { [weak suggestions] in suggestions?.unlocked() }
        let sharing = parts.listening.sharing
        desktop.lock.unlocks.listen { [weak sharing] in sharing?.noteOccasion() }
        parts.sleepWatch.wakes.listen { [weak sharing] in sharing?.noteOccasion() }
        return suggestions
    }

    private func beginProviders(
        _ parts: ServiceParts, _ exports: ServiceExports, on bus: MessageBus
    ) async throws(BusError) -> ProviderRegistry {
        let registry = ProviderRegistry(
            bus: bus, content: parts.content, folder: configuration.directories.data + "/providers",
            sharedFolders: configuration.directories.sharedData.map { $0 + "/providers" },
            deadline: configuration.settings.providerDeadline)
        parts.locators.set(registry, for: ProviderRegistry.host)
        parts.pictureSources.registry = registry
        registry.positions = parts.makePositionsElsewhere(configuration.listeningRules)
        try exports.add(registry, changes: registry.changes)
        await registry.begin()
        return registry
    }

    /// Applies changes of the configuration from now on.
    private func follow(_ taking: ServiceSettings, _ daemon: DaemonDesk) async {
        settings.onChange = { taking.take($0, $1) }
        settings.onProblems = { [weak daemon] in daemon?.identity.problems = $0 }
        daemon.identity.problems = settings.problems
        await settings.begin()
        await taking.trees.set(configuration.settings.fetchesFiles)
    }

    private func wire(
        _ parts: ServiceParts, _ control: ControlObject, _ player: MPRISObject, _ suggestions: SuggestionCenter,
        _ exports: ServiceExports
    ) {
        lifetime.keep(control)
        lifetime.keep(player)
        parts.center.add(control)
        parts.center.add(player)
        parts.center.update(parts.controller.snapshot)
        let recorder = parts.listening.recorder
        parts.listening.resumePositions.start { [weak controller = parts.controller] in
            controller?.noteResumePositions($0)
        }
        parts.podcasts.settingChanges.listen { [weak controller = parts.controller] in controller?.notePodcasts($0) }
        parts.manager.intro = { [weak controller = parts.controller] in controller?.intro(of: $0) ?? .zero }
        followNetwork(parts)
        parts.podcasts.inUse = { [weak controller = parts.controller] in controller?.queuedItems ?? [] }
        parts.chapters.changes.listen { [weak center = parts.center] in center?.update($0) }
        let (outputs, sleep) = (parts.outputs, parts.sleep)
        let (controller, center, chapters) = (parts.controller, parts.center, parts.chapters)
        controller.changes.listen { [weak chapters] in center.update($0, chapter: chapters?.update($0)) }
        controller.changes.listen { recorder.update($0) }
        controller.changes.listen { [weak outputs] in outputs?.update($0) }
        controller.changes.listen { [weak sleep] in sleep?.update($0) }
        controller.changes.listen { [weak suggestions] in suggestions?.update($0) }
        outputs?.start()
        sleep.start()
        controller.jumps.listen { [weak chapters, weak controller] in
            guard let chapters, let controller else { return }
            center.update(chapters.update(controller.snapshot))
            center.announceJump(to: $0)
            recorder.update(controller.snapshot)
        }
        controller.failures.listen { [weak control] in control?.playbackFailed($0, $1) }
        controller.endings.listen { [weak chapters] in center.update($0, chapter: chapters?.current) }
        // Events that occur while the parts end are still announced.
        lifetime.follow(
            Task { @MediaActor [library = parts.library, weak control] in
                for await event in await library.events() { control?.libraryChanged(event) }
            })
        lifetime.follow(
            Task { @MediaActor [podcasts = parts.podcasts, weak exports] in
                for await event in await podcasts.events() { exports?.announce(event) }
            })
    }

    /// Prevents automatic downloads on metered connections, and while the network is switched off.
    private func followNetwork(_ parts: ServiceParts) {
        let cost = NetworkCost(system: parts.system)
        parts.podcasts.obstacle = {
            switch await cost.state() {
            case .free: nil
            case .metered: .metered
            case .asleep: .offline
            }
        }
        parts.podcasts.watchObstacle = { await cost.watch($0) }
        let sharing = parts.listening.sharing
        sharing.watchNetwork = { await cost.watch($0) }
        sharing.watchMachines = HandoffMachines.watch(parts.system)
        parts.podcasts.subscriptionChanges.listen { [weak sharing] in sharing?.noteChange() }
    }

    private func requestNames(on bus: MessageBus) async throws(DaemonError) {
        let main = try await ask { () throws(BusError) in try await bus.requestName(ServiceNames.busName) }
        guard main == .owned else {
            throw .alreadyRunning(try? await bus.processIdentifier(of: ServiceNames.busName))
        }
        let player = try await ask { () throws(BusError) in try await bus.requestName(ServiceNames.mprisBusName) }
        guard player == .taken else { return }
        let name = ServiceNames.mprisBusName + ".instance\(getpid())"
        log.warning("the MPRIS name is taken; using another one", ["bus.name": name])
        _ = try await ask { () throws(BusError) in try await bus.requestName(name) }
    }

    private func ask<T: Sendable>(
        _ question: @MediaActor () async throws(BusError) -> T
    ) async throws(DaemonError) -> T {
        do throws(BusError) {
            return try await question()
        } catch {
            throw DaemonError(.bus, "the message bus answered with an error: \(error.message)")
        }
    }
}

// MARK: Ending

extension MediaService {
    /// Handles signals before anything is started, so that nothing is left behind whenever one arrives.
    private func listenToSignals() {
        signals = [SIGTERM, SIGINT, SIGHUP].map { signal in
            UnixSignalSource(signal) { [weak self] in self?.signalArrived() }
        }
    }

    private func signalArrived() {
        // Asked twice while it is still starting: it is waiting for something that does not answer.
        if end != nil, !isServing { _exit(1) }
        quit()
    }

    /// Ends the process after a time limit: a device or a network file system that hangs must not keep it alive.
    private func endAnyway(after limit: Duration) {
        Task.detached { [log, isSaved] in
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            log.error("stopping takes too long; quitting at once")
            // An end was requested; a failure status would cause a restart.
            _exit(isSaved.isSet ? 0 : 1)
        }
    }

    private func waitForEnd() async -> DaemonError? {
        if let end { return end }
        return await withCheckedContinuation { ending = $0 }
    }

    private func finish(_ reason: DaemonError?) {
        guard end == nil else { return }
        end = .some(reason)
        ending?.resume(returning: reason)
        ending = nil
    }

    private func stop(_ parts: ServiceParts, _ bus: MessageBus) async {
        settings.close()
        await lifetime.end()
        await parts.close(isSaved: isSaved)
        // Before the names: a client that sees that they are gone finds no socket of a daemon that is ending.
        direct?.close()
        guard !bus.isClosed else { return lifetime.release() }
        bus.onClosed = nil
        // The names are released before the objects, so that no name is found without objects. Errors: the bus is
        // ending too.
        _ = try? await bus.releaseName(ServiceNames.mprisBusName)
        _ = try? await bus.releaseName(ServiceNames.busName)
        await bus.flush()
        lifetime.release()
        _ = try? await bus.releaseName(Self.instanceName)
    }
}
