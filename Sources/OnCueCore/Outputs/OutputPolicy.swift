// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Decides what outputs that come and go mean for what plays.
///
/// No clock and no I/O. An output that goes away ends the sound at once: it never goes on from another one. Everything
/// else waits until the outputs have been quiet for a moment, since devices come and go in bursts.
package struct OutputPolicy: Sendable {
    /// What is to be done, in this order.
    package enum Action: Sendable, Equatable {
        /// Sound goes to this output from now on; `nil` means to the default.
        case play(on: AudioOutputDescription?)
        /// What plays has lost its output, which people call so.
        case lose(title: String)
        /// The lost output is there again.
        case goOn
        /// The lost output stayed away for too long; what was paused stays paused.
        case giveUp
    }

    /// How long things may take.
    package struct Rules: Sendable, Equatable {
        /// An output that comes back within this time goes on with what it played.
        package var returnWindow: Duration = .seconds(300)
        /// Outputs are looked at when they have been quiet for so long.
        package var settlingTime: Duration = .milliseconds(500)
        /// An output that goes away so soon after the default has moved elsewhere was the reason for the move.
        package var farewellTime: Duration = .seconds(2)
        /// An output that came back so often within a minute is waited for no more.
        package var returnLimit = 3

        package init() {}
    }

    /// Where sound comes from: a device, and its socket.
    private struct Place: Sendable, Equatable {
        var identifier: String
        var connector: String?
        var title: String
        var isStandIn: Bool

        init(_ output: AudioOutputDescription) {
            (identifier, connector, title) = (output.identifier, output.connector, output.title)
            isStandIn = output.isStandIn
        }
    }

    private struct Lost: Sendable {
        /// `nil` when it is not known what was lost.
        var place: Place?
        var since: ContinuousClock.Instant
    }

    package private(set) var selection: OutputSelection
    package private(set) var outputs = AudioOutputs()
    /// A change counts for what is lost already, too.
    package var rules: Rules
    /// Something plays, or would if nothing stood in its way.
    private var isWanted = false
    private var active: Place?
    private var former: (place: Place, until: ContinuousClock.Instant)?
    private var lost: Lost?
    private var returns: [ContinuousClock.Instant] = []
    private var changed: ContinuousClock.Instant?
    /// The machine sleeps, or is about to: nothing is waited for or given up meanwhile.
    private var isAsleep = false
    /// What the engine was told; `nil` for the default.
    private var routed: String?

    package init(_ selection: OutputSelection, rules: Rules = Rules()) {
        self.selection = selection
        self.rules = rules
    }

    /// The chosen output, if it can be heard; `nil` where sound goes to the default.
    private var wantedOutput: AudioOutputDescription? {
        guard case .device(let identifier, _) = selection else { return nil }
        return outputs.output(identifier).flatMap { $0.isAvailable ? $0 : nil }
    }

    /// Where sound would go if something began to play.
    package var target: AudioOutputDescription? { wantedOutput ?? outputs.defaultOutput }

    /// Where sound goes, or would.
    package var current: AudioOutputDescription? { outputs.inUse.flatMap(outputs.output) ?? target }
}

// MARK: What happens

extension OutputPolicy {
    /// Takes what outputs there are now.
    package mutating func update(_ outputs: AudioOutputs, now: ContinuousClock.Instant) -> [Action] {
        let isFirst = changed == nil
        guard outputs != self.outputs || isFirst else { return [] }
        self.outputs = outputs
        changed = now
        if let former, former.until < now { self.former = nil }
        if !isWanted { forgetGone() }
        if isWanted, lost == nil, let place = [active, former?.place].compactMap({ $0 }).first(where: isGone) {
            lost = Lost(place: place, since: now)
            // Whoever wants to hear something now gets it from what is there.
            return [.lose(title: place.title)] + route()
        }
        if lost == nil { follow(now: now) }
        return isFirst ? route() : []
    }

    /// Takes what has become of playback.
    ///
    /// - Parameters:
    ///   - isWanted: Something plays, or would if nothing stood in its way.
    ///   - isWaiting: It is silent because its output was lost.
    package mutating func update(isWanted: Bool, isWaiting: Bool, now: ContinuousClock.Instant) {
        self.isWanted = isWanted
        if isWaiting, lost == nil {
            // The engine has found out first.
            lost = Lost(place: active, since: now)
            changed = changed.map { _ in now }
        } else if !isWaiting, lost != nil {
            // A person went on, or wants nothing any more.
            lost = nil
            follow(now: now)
        }
    }

    /// Takes the choice of a person, which counts at once.
    package mutating func select(_ selection: OutputSelection, now: ContinuousClock.Instant) -> [Action] {
        self.selection = selection
        former = nil
        let actions = route()
        if lost == nil { active = target.map(Place.init) ?? active }
        return actions
    }

    /// The machine goes to sleep. Outputs that go away with it are lost as others are.
    package mutating func sleep() {
        isAsleep = true
    }

    /// The machine is awake; what it lost is waited for from now on.
    package mutating func wake(now: ContinuousClock.Instant) {
        isAsleep = false
        lost?.since = now
    }

    /// Decides what had to wait.
    package mutating func look(now: ContinuousClock.Instant) -> [Action] {
        if isAsleep { return [] }
        guard let lost else { return isSettled(now) ? route() : [] }
        if now >= lost.since + rules.returnWindow { return giveUp(now) }
        guard isSettled(now) else { return [] }
        guard isBack(lost.place) else { return route() }
        returns = returns.filter { now - $0 < .seconds(60) } + [now]
        guard returns.count <= rules.returnLimit else { return giveUp(now) }
        self.lost = nil
        active = target.map(Place.init)
        return route() + [.goOn]
    }

    /// When to look again; `nil` when nothing waits.
    package func nextLook(after now: ContinuousClock.Instant) -> Duration? {
        if isAsleep { return nil }
        var times: [ContinuousClock.Instant] = []
        if let lost { times.append(lost.since + rules.returnWindow) }
        if let changed, routed != wantedOutput?.address || lost.map({ isBack($0.place) }) == true {
            times.append(changed + rules.settlingTime)
        }
        return times.min().map { max(.zero, $0 - now) }
    }
}

// MARK: Internals

extension OutputPolicy {
    private mutating func giveUp(_ now: ContinuousClock.Instant) -> [Action] {
        lost = nil
        follow(now: now)
        return route() + [.giveUp]
    }

    private mutating func route() -> [Action] {
        guard routed != wantedOutput?.address else { return [] }
        routed = wantedOutput?.address
        return [.play(on: wantedOutput)]
    }

    /// Notes where sound goes now.
    private mutating func follow(now: ContinuousClock.Instant) {
        guard let place = current.map(Place.init) else { return }
        if let active, active.identifier != place.identifier, !isGone(active) {
            former = (active, now + rules.farewellTime)
        }
        active = place
    }

    /// What went while nothing played takes nothing with it later, also where nothing has taken its place yet.
    private mutating func forgetGone() {
        if let former, isGone(former.place) { self.former = nil }
        if let active, isGone(active) { self.active = nil }
    }

    private func isSettled(_ now: ContinuousClock.Instant) -> Bool {
        changed.map { now >= $0 + rules.settlingTime } ?? false
    }

    private func isGone(_ place: Place) -> Bool {
        // It goes because a real one has come.
        if place.isStandIn { return false }
        guard let output = outputs.output(place.identifier) else { return true }
        return place.connector.map(output.emptyConnectors.contains) ?? false
    }

    /// True when sound would come from the same place again.
    private func isBack(_ place: Place?) -> Bool {
        guard let place, let target, target.identifier == place.identifier, target.isAvailable else { return false }
        return place.connector == nil || place.connector == target.connector
    }
}
