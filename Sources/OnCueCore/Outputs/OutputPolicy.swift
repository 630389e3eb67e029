// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Decides how playback reacts to outputs that appear and disappear.
///
/// It has no clock and no I/O. The loss of the output silences playback immediately; it never continues on another
/// output. All other decisions wait until the outputs have been stable for a moment, since devices come and go in
/// bursts.
package struct OutputPolicy: Sendable {
    /// The actions to take, in order.
    package enum Action: Sendable, Equatable {
        /// Sends sound to this output from now on; `nil` means the default.
        case play(on: AudioOutputDescription?)
        /// Playback has lost its output, whose display name is `title`.
        case lose(title: String)
        /// The lost output has returned.
        case goOn
        /// The lost output did not return in time; playback stays paused.
        case giveUp
    }

    /// The time limits.
    package struct Rules: Sendable, Equatable {
        /// The time within which an output that returns resumes its playback.
        package var returnWindow: Duration = .seconds(300)
        /// The time for which outputs must be stable before decisions are made.
        package var settlingTime: Duration = .milliseconds(500)
        /// The time within which the disappearance of an output explains why the default moved elsewhere just before.
        package var farewellTime: Duration = .seconds(2)
        /// The number of returns within a minute after which a lost output is not waited for.
        package var returnLimit = 3

        package init() {}
    }

    /// The source of sound: a device, and its socket.
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
        /// The lost output, or `nil` if it is unknown.
        var place: Place?
        var since: ContinuousClock.Instant
    }

    package private(set) var selection: OutputSelection
    package private(set) var outputs = AudioOutputs()
    /// A change also applies to an output that is already lost.
    package var rules: Rules
    /// Whether something plays, or would without an interruption.
    private var isWanted = false
    private var active: Place?
    private var former: (place: Place, until: ContinuousClock.Instant)?
    private var lost: Lost?
    private var returns: [ContinuousClock.Instant] = []
    private var changed: ContinuousClock.Instant?
    /// Whether the machine sleeps, or is about to: until it wakes, nothing is waited for or given up.
    private var isAsleep = false
    /// The output last set in the engine; `nil` for the default.
    private var routed: String?
    /// The output that the sound is being moved away from, until the server reports another one.
    private var left: String?

    package init(_ selection: OutputSelection, rules: Rules = Rules()) {
        self.selection = selection
        self.rules = rules
    }

    /// The chosen output, if it can be heard; `nil` if sound goes to the default.
    private var wantedOutput: AudioOutputDescription? {
        guard let identifier = selection.identifier else { return nil }
        return outputs.output(identifier).flatMap { $0.isAvailable ? $0 : nil }
    }

    /// The output for playback that would start now.
    package var target: AudioOutputDescription? { wantedOutput ?? outputs.defaultOutput }

    /// The output in use, or the one that the sound is moving to, or that would be used.
    package var current: AudioOutputDescription? {
        guard let inUse = outputs.inUse, inUse != left else { return target }
        return outputs.output(inUse) ?? target
    }
}

// MARK: Events

extension OutputPolicy {
    /// Processes the current list of outputs.
    package mutating func update(_ outputs: AudioOutputs, now: ContinuousClock.Instant) -> [Action] {
        let isFirst = changed == nil
        var same = self.outputs
        same.rooms = outputs.rooms
        let isSame = same == outputs
        self.outputs = outputs
        if outputs.inUse != left { left = nil }
        // Changes in rooms are not a reason to wait until outputs are stable.
        guard !isSame || isFirst else { return [] }
        changed = now
        if let former, former.until < now { self.former = nil }
        if !isWanted { forgetGone() }
        if isWanted, lost == nil, let place = [active, former?.place].compactMap({ $0 }).first(where: isGone) {
            lost = Lost(place: place, since: now)
            // Playback that starts now uses the outputs that exist.
            return [.lose(title: place.title)] + route()
        }
        if lost == nil { follow(now: now) }
        return isFirst ? route() : []
    }

    /// Processes the current state of playback.
    ///
    /// - Parameters:
    ///   - isWanted: Whether something plays, or would without an interruption.
    ///   - isWaiting: Whether it is silent because its output was lost.
    package mutating func update(isWanted: Bool, isWaiting: Bool, now: ContinuousClock.Instant) {
        self.isWanted = isWanted
        if isWaiting, lost == nil {
            // The engine has noticed the loss first.
            lost = Lost(place: active, since: now)
            changed = changed.map { _ in now }
        } else if !isWaiting, lost != nil {
            // Playback was resumed, or ended, by the user.
            lost = nil
            follow(now: now)
        }
    }

    /// Applies the user's choice of an output immediately.
    package mutating func select(_ selection: OutputSelection, now: ContinuousClock.Instant) -> [Action] {
        self.selection = selection
        former = nil
        let actions = route()
        if lost == nil { active = target.map(Place.init) ?? active }
        return actions
    }

    /// Notes that the machine goes to sleep. Outputs that disappear with it count as lost like others.
    package mutating func sleep() {
        isAsleep = true
    }

    /// Notes that the machine is awake; the wait for a lost output restarts.
    package mutating func wake(now: ContinuousClock.Instant) {
        isAsleep = false
        lost?.since = now
    }

    /// Makes the decisions that waited for the outputs to settle.
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

    /// Returns the time until the next decision; `nil` if none is pending.
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
        left = outputs.inUse == target?.identifier ? nil : outputs.inUse
        return [.play(on: wantedOutput)]
    }

    /// Notes the current destination of the sound.
    private mutating func follow(now: ContinuousClock.Instant) {
        guard let place = current.map(Place.init) else { return }
        if let active, active.identifier != place.identifier, !isGone(active) {
            former = (active, now + rules.farewellTime)
        }
        active = place
    }

    /// Forgets outputs that disappeared while nothing played, so that they do not silence playback later, even if no
    /// other output has replaced them yet.
    private mutating func forgetGone() {
        if let former, isGone(former.place) { self.former = nil }
        if let active, isGone(active) { self.active = nil }
    }

    private func isSettled(_ now: ContinuousClock.Instant) -> Bool {
        changed.map { now >= $0 + rules.settlingTime } ?? false
    }

    private func isGone(_ place: Place) -> Bool {
        // The stand-in disappears because a real output has appeared.
        if place.isStandIn { return false }
        guard let output = outputs.output(place.identifier) else { return true }
        return place.connector.map(output.emptyConnectors.contains) ?? false
    }

    /// Returns whether sound would come from the same place again.
    private func isBack(_ place: Place?) -> Bool {
        guard let place, let target, target.identifier == place.identifier, target.isAvailable else { return false }
        return place.connector == nil || place.connector == target.connector
    }
}
