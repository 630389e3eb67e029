// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueCore
package import OnCueRuntime
package import OnCueSession
package import SystemServices

/// Our player in BlueZ, through which headset buttons and car displays work without a desktop.
///
/// It is registered with every adapter that appears (`org.bluez.Media1`), and again when BlueZ is restarted. Without
/// BlueZ, it only waits for BlueZ's name on the bus.
@MediaActor
package final class BluetoothPlayer: NowPlayingPublishing, SuggestionScreen {
    package nonisolated static let path = "/org/oncue/OnCue/Bluetooth"

    /// The time limit of BlueZ, and the pause after an unusable answer.
    package struct Timing: Sendable {
        package var answer: Duration
        package var pause: Duration

        package init(answer: Duration = .seconds(10), pause: Duration = .seconds(20)) {
            self.answer = answer
            self.pause = pause
        }
    }

    private static let service = "org.bluez"
    private static let media = "org.bluez.Media1"
    private static let manager = "org.freedesktop.DBus.ObjectManager"

    private let system: SystemBus
    private let center: NowPlayingCenter
    private let interface: BluetoothPlayerInterface
    private let timing: Timing
    private let log = Logger("bluetooth")
    private var bus: MessageBus?
    private var export: BusExport?
    private var subscriptions: [BusSubscription] = []
    private var registrations = MediaRegistrations()
    private var published: [String: BusValue] = [:]
    private var entry: PlaybackQueue.EntryID?

    package init(
        system: SystemBus, controller: PlaybackController, center: NowPlayingCenter, commands: RemoteCommandPerformer,
        presses: RemotePressGate, timing: Timing = Timing()
    ) {
        self.system = system
        self.center = center
        self.timing = timing
        interface = BluetoothPlayerInterface(
            controller: controller, center: center, commands: commands, presses: presses)
    }

    /// Looks for BlueZ, now and whenever it appears.
    package func start() {
        system.whenClosed { [weak self] in self?.stop() }
        Task { @MediaActor [weak self, system] in
            guard let bus = await system.connection() else { return }
            self?.listen(on: bus)
            let owner = try? await bus.owner(of: Self.service)
            if let owner { self?.ownerChanged(to: owner) }
        }
    }

    package func stop() {
        subscriptions = []
        export = nil
        bus = nil
        registrations = MediaRegistrations()
    }

    package func nowPlayingChanged(to nowPlaying: NowPlaying) {
        guard let export, registrations.owner != nil else { return }
        let values = BluetoothProperties.make(nowPlaying, interface.screen.shown)
        var changed = values.filter { published[$0.key] != $0.value }
        changed["Identity"] = nil
        let isRefreshed = changed["Metadata"] != nil && nowPlaying.playback.entry?.id == entry && entry != nil
        (published, entry) = (values, nowPlaying.playback.entry?.id)
        guard registrations.hasAdapters else { return }
        export.emitPropertiesChanged(changed)
        // BlueZ resets its clock to 0 with every full set of metadata.
        if isRefreshed { export.emit("Seeked", [interface.position]) }
    }

    package func stage(_ suggestion: StagedSuggestion?) {
        guard interface.screen.suggestion != suggestion else { return }
        interface.screen.suggestion = suggestion
        nowPlayingChanged(to: center.nowPlaying)
    }

    package func answerStaged(_ answer: @escaping @MediaActor (RemotePresses.Button) -> Bool) {
        interface.screen.answer = answer
    }

    package func positionJumped(to position: Duration) {
        guard registrations.hasAdapters else { return }
        export?.emit("Seeked", [.int64(position.wholeMicroseconds)])
    }
}

// MARK: BlueZ

extension BluetoothPlayer {
    private func listen(on bus: MessageBus) {
        self.bus = bus
        subscriptions = [
            bus.watchOwner(of: Self.service) { [weak self] in self?.ownerChanged(to: $0) },
            bus.subscribe(
                sender: Self.service, path: "/", interface: Self.manager, member: "InterfacesAdded"
            ) { [weak self] signal in
                guard let self else { return }
                carryOut(registrations.found(Self.adapters([.structure(signal.arguments)])))
            },
            bus.subscribe(
                sender: Self.service, path: "/", interface: Self.manager, member: "InterfacesRemoved"
            ) { [weak self] signal in
                guard signal.arguments.last?.stringsValue?.contains(Self.media) ?? false else { return }
                self?.registrations.removed(signal.arguments.first?.stringValue ?? "")
            },
        ]
    }

    private func ownerChanged(to owner: String?) {
        interface.owner = owner
        if owner != nil, export == nil { exportPlayer() }
        published = BluetoothProperties.make(center.nowPlaying, interface.screen.shown)
        entry = center.nowPlaying.playback.entry?.id
        carryOut(registrations.ownerChanged(to: owner))
    }

    private func exportPlayer() {
        do throws(BusError) {
            export = try bus?.export(interface, at: Self.path)
        } catch {
            log.warning("headsets and cars cannot control the player", ["error": error.message])
        }
    }

    private func carryOut(_ actions: [MediaRegistrations.Action]) {
        for action in actions {
            Task { @MediaActor [weak self, timing] in
                switch action {
                case .list: await self?.list()
                case .register(let adapter, let ticket): await self?.register(with: adapter, ticket: ticket)
                case .wait(let ticket, let pauses):
                    guard (try? await MediaActor.sleep(for: timing.pause * pauses)) != nil, let self else { return }
                    carryOut(registrations.isDue(ticket))
                }
            }
        }
    }

    private func list() async {
        guard let bus, let owner = registrations.owner else { return }
        let reply = try? await bus.call(
            "GetManagedObjects", of: Self.manager, at: "/", on: owner, timeout: timing.answer, startsService: false)
        guard owner == registrations.owner else { return }
        guard let objects = reply?.first?.arrayValue else { return carryOut(registrations.listFailed()) }
        carryOut(registrations.found(Self.adapters(objects)))
    }

    private func register(with adapter: String, ticket: Int) async {
        guard let bus, let owner = registrations.owner else { return }
        do throws(BusError) {
            try await bus.call(
                "RegisterPlayer", of: Self.media, at: adapter, on: owner,
                [.objectPath(Self.path), .dictionary(interface.properties())], timeout: timing.answer,
                startsService: false)
            log.info("registered", ["bluetooth.adapter": adapter])
        } catch {
            log.debug("not registered", ["bluetooth.adapter": adapter, "error": error.message])
            // A late answer to an earlier request was positive.
            if error.name != "org.bluez.Error.AlreadyExists" { carryOut(registrations.failed(ticket)) }
        }
    }

    /// Returns the paths of the objects with which players can be registered, of `[(path, [(interface, properties)])]`.
    private static func adapters(_ objects: [BusValue]) -> [String] {
        objects.compactMap { object in
            guard let parts = object.arrayValue, let path = parts.first?.stringValue else { return nil }
            let interfaces = parts.last?.arrayValue ?? []
            return interfaces.contains { $0.arrayValue?.first?.stringValue == media } ? path : nil
        }
    }
}
