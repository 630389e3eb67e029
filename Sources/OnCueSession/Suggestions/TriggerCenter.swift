// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime
package import OnCueSuggestions

/// Runs the state machine of triggers: supplies it with the reports of sources, and with the time on request.
///
/// While nothing is awaited, no timer runs.
@MediaActor
package final class TriggerCenter {
    /// Receives every outcome, in order.
    package var onOutcome: (@MediaActor (TriggerOutcome) -> Void)?
    /// Sent with the reports of the sources and their consequences, for monitoring.
    package let events = Broadcast<WatchedEvent>()
    /// Sent when the health of a source has changed.
    package let healthChanges = Broadcast<Void>()

    /// Called when a position may have become useful, or no longer useful.
    package var onPositionWanted: (@MediaActor () -> Void)?

    let memory: SuggestionMemory

    private let sources: [any TriggerSource]
    private let clock: MomentClock
    private let timer: TriggerClock
    private var interpreter: TriggerInterpreter
    private var machine: TriggerStateMachine
    private var alarm: Task<Void, Never>?
    /// The connected devices, including those that make no sound.
    private var linked: Set<TriggerDevice.ID> = []
    private var seekers: [CheckedContinuation<GeographicPosition?, Never>] = []

    package init(
        sources: [any TriggerSource], memory: SuggestionMemory, clock: MomentClock,
        timer: TriggerClock = .system, rules: TriggerRules = TriggerRules()
    ) {
        self.sources = sources
        self.memory = memory
        self.clock = clock
        self.timer = timer
        interpreter = TriggerInterpreter(devices: memory.state.devices, places: memory.state.places)
        machine = TriggerStateMachine(
            rules: rules, lastID: memory.state.lastTrigger, lastPlace: memory.state.lastPlace)
    }

    /// Adopts a trigger from before a restart; must be called before it begins.
    func adopt(_ trigger: Trigger) {
        machine.adopt(trigger)
        arm()
    }

    package func begin() {
        for source in sources {
            let name = source.source
            source.onReport = { [weak self] in self?.take($0, from: name) }
            source.onHealthChange = { [weak self] in self?.healthChanges.send(()) }
            source.start()
        }
    }

    package func close() {
        alarm?.cancel()
        endSeeking(nil)
        for source in sources {
            (source.onReport, source.onHealthChange) = (nil, nil)
            source.stop()
        }
    }

    /// The health of each source, in the order in which the sources were given.
    package var health: [(source: TriggerEvent.Source, health: SourceHealth)] {
        sources.map { ($0.source, $0.health) }
    }

    package var devices: DeviceBook { interpreter.devices }
    package var places: PlaceBook { interpreter.places }
    /// The devices that can be heard now, by name.
    package var heard: [TriggerDevice] { machine.heard }
    /// The identifiers of the devices that are connected or can be heard now.
    package var present: Set<TriggerDevice.ID> { linked.union(heard.map(\.id)) }
    /// The name of the present place; `nil` if it has none.
    package var place: String? { machine.place }
    /// The features by which the present place would be recognised.
    package var here: (marks: Set<String>, position: GeographicPosition?) {
        (interpreter.network ?? [], interpreter.position)
    }

    /// Makes a trigger by hand, with a new number.
    package func makeTrigger(
        _ kind: Trigger.Kind, device: TriggerDevice? = nil, name: String? = nil
    ) -> Trigger {
        defer { remember() }
        return machine.makeTrigger(kind, device, name: name)
    }

    /// Changes the settings of devices; takes effect at once, and is on disk when this returns.
    ///
    /// - Throws: `storage`.
    package func changeDevices(_ change: (inout DeviceBook) -> Void) async throws(ContentError) {
        change(&interpreter.devices)
        do throws(ContentError) {
            try await memory.change { $0.devices = interpreter.devices }
        } catch {
            interpreter.devices = memory.state.devices
            throw error
        }
    }

    /// Changes the places; the location of the machine is determined again.
    ///
    /// - Throws: `storage`.
    package func changePlaces(_ change: (inout PlaceBook) -> Void) async throws(ContentError) {
        change(&interpreter.places)
        relabel()
        onPositionWanted?()
        do throws(ContentError) {
            try await memory.change { $0.places = interpreter.places }
        } catch {
            interpreter.places = memory.state.places
            relabel()
            onPositionWanted?()
            throw error
        }
    }

    /// Whether a position is useful: a place has one, or a place is being defined by it, or the user has asked for an
    /// item that belongs to one. Positions in a feed are not reason enough.
    package var wantsPosition: Bool {
        interpreter.places.hasFences || !seekers.isEmpty || interpreter.belongings.isAskedFor
    }

    /// Sets the items that belong to positions; that does not mean that the machine has moved.
    package func set(_ belongings: Belongings) {
        guard belongings != interpreter.belongings else { return }
        interpreter.belongings = belongings
        relabel()
        onPositionWanted?()
    }

    /// Returns the items that belong to a place: those near the measured position if the machine is there, or else near
    /// the position that was given for the place, the nearest first; and then those whose location has its name.
    ///
    /// - Parameter name: `nil` for the present place of the machine, whatever its name.
    package func belonging(to name: String?) -> [String] {
        let isHere = name == nil || name == place
        let position = (isHere ? interpreter.position : nil) ?? name.flatMap { places[$0]?.fence?.centre }
        let near = position.map(interpreter.belongings.items) ?? []
        let wanted = name.map(TextFolding.fold)
        let named = interpreter.belongings.items { TextFolding.fold($0) == wanted }
        return near + named.filter { !near.contains($0) }
    }

    /// Determines the position of the machine.
    ///
    /// - Returns: `nil` if it is not available, or not within the limit.
    package func findPosition(within limit: Duration = .seconds(10)) async -> GeographicPosition? {
        if let known = interpreter.position { return known }
        guard sources.contains(where: { $0.source == .location }) else { return nil }
        let timeout = Task { @MediaActor [weak self] in
            if (try? await MediaActor.sleep(for: limit)) != nil { self?.endSeeking(nil) }
        }
        let found = await withCheckedContinuation {
            seekers.append($0)
            onPositionWanted?()
        }
        timeout.cancel()
        return found
    }

    private func endSeeking(_ position: GeographicPosition?) {
        for seeker in seekers { seeker.resume(returning: position) }
        seekers = []
        onPositionWanted?()
    }

    /// Applies new names of places; the machine has not moved.
    private func relabel() {
        for event in interpreter.placesChanged() {
            if case .place(let source, let name) = event { machine.relabel(source, name) }
        }
        remember()
        arm()
    }

    // MARK: Events

    private func take(_ report: TriggerReport, from source: TriggerEvent.Source) {
        let events = interpreter.events(of: report, from: source, at: clock.now())
        var event = WatchedEvent(time: clock.now(), source: source, .told(report))
        switch report {
        case .unlinked(let id), .unheard(let id): event.device = interpreter.devices[id]?.name
        default: break
        }
        noteLinks(report, from: source)
        self.events.send(event)
        for event in events { handle(event) }
        remember()
        if case .position(let position) = report, !seekers.isEmpty { endSeeking(position) }
    }

    private func noteLinks(_ report: TriggerReport, from source: TriggerEvent.Source) {
        switch report {
        case .present(let devices): linked.formUnion(devices.map(\.id))
        case .linked(let device): linked.insert(device.id)
        case .unlinked(let id): linked.remove(id)
        case .lost where source == .bluetooth: linked = []
        default: break
        }
    }

    private func handle(_ event: TriggerEvent) {
        follow(machine.receive(event, at: timer.passed()))
    }

    private func follow(_ outcomes: [TriggerOutcome]) {
        arm()
        for outcome in outcomes {
            var event = WatchedEvent(time: clock.now(), source: nil, .followed(outcome))
            if case .giveUp(let id) = outcome { event.device = interpreter.devices[id]?.name }
            self.events.send(event)
            onOutcome?(outcome)
        }
    }

    private func arm() {
        alarm?.cancel()
        alarm = machine.deadline.map { deadline in
            Task { @MediaActor [weak self, timer] in
                guard (try? await timer.sleep(deadline)) != nil else { return }
                self?.advance()
            }
        }
    }

    private func advance() {
        follow(machine.advance(to: timer.passed()))
        remember()
    }

    private func remember() {
        memory.note { [interpreter, machine] in
            $0.devices = interpreter.devices
            $0.lastTrigger = machine.lastTrigger
            $0.lastPlace = machine.lastPlace
        }
    }
}

/// A report of a source, or a consequence, for monitoring.
package struct WatchedEvent: Sendable, Equatable {
    package enum Matter: Sendable, Equatable {
        case told(TriggerReport)
        case followed(TriggerOutcome)
        /// A trigger has raised nothing because of these rules.
        case steppedAside(Trigger, [RaisingDecision.Objection])
    }

    /// Seconds since 1970.
    package let time: Int64
    /// `nil` for a consequence of all sources together.
    package let source: TriggerEvent.Source?
    package let matter: Matter
    /// The name of the device if the report only has its identifier; `nil` if it is unknown.
    package var device: String?

    package init(time: Int64, source: TriggerEvent.Source?, _ matter: Matter) {
        self.time = time
        self.source = source
        self.matter = matter
    }
}
