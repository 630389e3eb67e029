// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
package import OnCueRuntime
internal import OnCueSession
package import OnCueSuggestions
package import SystemServices

/// Reports the position of the machine from GeoClue, while that is wanted.
///
/// GeoClue uses network services for it, and indicates that to the user: no request is sent before ``isWanted`` is set.
/// GeoClue is given the distance of a relevant movement, and causes no wake-ups for shorter ones.
@MediaActor
package final class LocationTriggerSource: TriggerSource {
    private static let name = "org.freedesktop.GeoClue2"
    private static let managerPath = "/org/freedesktop/GeoClue2/Manager"
    private static let properties = "org.freedesktop.DBus.Properties"
    /// The distance of a relevant movement, in metres.
    private static let threshold: UInt32 = 50
    /// The accuracy level "exact", as far as the user allows it.
    private static let exact: UInt32 = 8
    /// The maximum number of attempts, so that a GeoClue that crashes is not started forever.
    private static let attempts = 3

    package let source = TriggerEvent.Source.location
    package var onReport: (@MediaActor (TriggerReport) -> Void)?
    package var onHealthChange: (@MediaActor () -> Void)?
    package private(set) var health = SourceHealth(.off) {
        didSet { if health != oldValue { onHealthChange?() } }
    }

    /// Whether a place is to be recognised or learnt.
    package var isWanted = false {
        didSet { if isWanted != oldValue, isStarted { isWanted ? begin() : end() } }
    }

    private let service: SystemService
    private let timing: ServiceTiming
    private let now: @Sendable () -> Int
    private let log = Logger("location")
    private var isStarted = false
    private var subscription: BusSubscription?
    /// Receives changes of a location that becomes more accurate in place.
    private var refinement: BusSubscription?
    private var permission: BusSubscription?
    private var client: (owner: String, path: String)?
    private var work: Task<Void, Never>?
    private var attempt = 0
    /// Whether a request for a client is unanswered.
    private var isWaiting = false

    /// - Parameter now: Returns the seconds since 1970.
    package init(
        system: SystemBus, timing: ServiceTiming = ServiceTiming(),
        now: @escaping @Sendable () -> Int = { WallClock.now }
    ) {
        service = SystemService(Self.name, on: system)
        self.timing = timing
        self.now = now
        service.onChange = { [weak self] in self?.serviceChanged(to: $0) }
    }

    package func start() {
        guard !isStarted else { return }
        isStarted = true
        if isWanted { begin() } else { health = SourceHealth(.off, "no place with a position") }
    }

    package func stop() {
        guard isStarted else { return }
        isStarted = false
        end()
        health = SourceHealth(.off)
    }

    /// Repeats the request if GeoClue was missing or has refused: the user may be present by now, and may have allowed
    /// it.
    package func askAgain() {
        guard isStarted, isWanted, client == nil, [.absent, .failing].contains(health.state), isAskable else { return }
        attempt = 0
        work?.cancel()
        ask()
    }

    /// A request that waits for an agent is answered without being repeated.
    private var isAskable: Bool { service.bus != nil && !isWaiting }

    private func begin() {
        health = SourceHealth(.starting)
        attempt = 0
        service.start()
    }

    private func end() {
        let hadClient = client != nil
        leave()
        service.stop()
        if hadClient, isStarted { onReport?(.lost) }
        health = SourceHealth(.off, "no place with a position")
    }

    /// Unregisters from GeoClue.
    private func leave() {
        work?.cancel()
        (work, subscription, refinement, permission) = (nil, nil, nil, nil)
        guard let client, let bus = service.bus else {
            self.client = nil
            return
        }
        self.client = nil
        Task { @MediaActor in
            _ = try? await bus.call(
                "DeleteClient", of: Self.name + ".Manager", at: Self.managerPath, on: client.owner,
                [.objectPath(client.path)], startsService: false)
        }
    }

    private func serviceChanged(to state: SystemService.State) {
        let hadClient = client != nil
        client = nil
        (subscription, refinement, permission) = (nil, nil, nil)
        work?.cancel()
        if hadClient { onReport?(.lost) }
        switch state {
        case .noBus: health = SourceHealth(.absent, "there is no system bus")
        case .present: ask()
        case .absent where attempt < Self.attempts:
            health = SourceHealth(.starting)
            ask(after: hadClient ? timing.pause : .zero)
        case .absent:
            health = SourceHealth(
                .failing,
                "GeoClue keeps quitting; see \"systemctl status geoclue\"; trying again when the screen is"
                    + " unlocked")
        }
    }
}

// MARK: GeoClue

extension LocationTriggerSource {
    /// Requests a client, which starts GeoClue if possible.
    private func ask(after pause: Duration = .zero) {
        attempt += 1
        work = Task { @MediaActor [weak self] in
            if pause > .zero { guard (try? await MediaActor.sleep(for: pause)) != nil else { return } }
            await self?.open()
        }
    }

    private func open() async {
        guard let bus = service.bus else { return }
        // This comes before the answer, so that no permission that follows it is missed.
        awaitPermission()
        isWaiting = true
        defer { isWaiting = false }
        let complaint = Task { @MediaActor [weak self, timing] in
            guard (try? await MediaActor.sleep(for: timing.answer)) != nil else { return }
            self?.health = SourceHealth(
                .failing,
                "GeoClue does not answer: it needs an agent, which desktops provide; without a desktop, start"
                    + " /usr/libexec/geoclue-2.0/demos/agent in your session")
        }
        defer { complaint.cancel() }
        do throws(BusError) {
            // It answers when an agent appears, however late, so there is no need to repeat the request.
            let path = try await bus.call(
                "GetClient", of: Self.name + ".Manager", at: Self.managerPath, on: Self.name,
                timeout: .seconds(Int32.max)
            ).first?.stringValue
            guard !Task.isCancelled, let path, BusValue.isObjectPath(path) else { return }
            complaint.cancel()
            isWaiting = false
            try await follow(path, on: bus)
        } catch {
            guard !Task.isCancelled else { return }
            refused(error)
        }
    }

    private func refused(_ error: BusError) {
        log.debug("no location", ["error": error.message])
        (client, subscription) = (nil, nil)
        guard error.name != BusError.serviceUnknown else {
            health = SourceHealth(.absent, "GeoClue is not available")
            return
        }
        health = SourceHealth(
            .failing,
            "GeoClue did not provide a location (\(error.message)); allow it in the privacy settings of the desktop")
        awaitPermission()
    }

    /// Waits for a later permission, which GeoClue announces; some desktops only grant it to a request.
    private func awaitPermission() {
        guard permission == nil else { return }
        permission = service.bus?.subscribe(
            sender: Self.name, path: Self.managerPath, interface: Self.properties, member: "PropertiesChanged"
        ) { [weak self] _ in
            guard let self, !isWaiting else { return }
            permission = nil
            askAgain()
        }
    }

    private func follow(_ path: String, on bus: MessageBus) async throws(BusError) {
        let owner = try await bus.owner(of: Self.name)
        guard let owner, !Task.isCancelled else { return }
        client = (owner, path)
        subscription = bus.subscribe(
            sender: owner, path: path, interface: Self.name + ".Client", member: "LocationUpdated"
        ) { [weak self] signal in
            guard let location = signal.arguments.last?.stringValue else { return }
            self?.refinement = nil
            self?.read(location)
        }
        let settings: [(String, BusValue)] = [
            ("DesktopId", .string(ServiceNames.desktopEntry)), ("DistanceThreshold", .uint32(Self.threshold)),
            ("RequestedAccuracyLevel", .uint32(Self.exact)),
        ]
        for (name, value) in settings {
            try await bus.call(
                "Set", of: Self.properties, at: path, on: owner,
                [.string(Self.name + ".Client"), .string(name), .variant(value)], timeout: timing.answer,
                startsService: false)
        }
        try await bus.call(
            "Start", of: Self.name + ".Client", at: path, on: owner, timeout: timing.answer, startsService: false)
        guard !Task.isCancelled else { return }
        attempt = 0
        health = SourceHealth(.working, "GeoClue provides the location")
    }

    private func read(_ path: String) {
        Task { @MediaActor [weak self, service, timing, now] in
            let location = await service.properties(of: Self.name + ".Location", at: path, within: timing.answer)
            guard let self, client != nil, let location else { return }
            guard let position = LocationFix.position(location, now: now()) else {
                log.debug("the location is outdated or missing")
                return
            }
            onReport?(.position(position))
            refine(path, since: position)
        }
    }

    /// Follows a location within the threshold, which GeoClue changes in place. An inaccurate one can still become a
    /// place; an accurate one is not worth any wake-ups.
    private func refine(_ path: String, since position: GeographicPosition) {
        guard position.accuracy > Double(Self.threshold), let client else {
            refinement = nil
            return
        }
        refinement = service.bus?.subscribe(
            sender: client.owner, path: path, interface: Self.properties, member: "PropertiesChanged"
        ) { [weak self] _ in
            self?.refinement = nil
            self?.read(path)
        }
    }
}
