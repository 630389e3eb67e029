// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueIntents
internal import OnCueRuntime
package import OnCueSuggestions

/// The effect of a trigger on a cue.
package struct CueProspect: Sendable, Equatable {
    package var cue: Cue
    /// The reasons why it does not act; empty if it does. If the occasion is another one, that is the only reason.
    package var objections: [RaisingDecision.Objection]

    package var acts: Bool { objections.isEmpty }
    /// Whether the trigger is the cue's occasion, under all of its conditions.
    package var isMeant: Bool { !objections.contains { $0.rule == .occasion } }
}

/// The user's cues: their shortcuts are offered, or performed in the place of an offer.
extension SuggestionCenter {
    /// Returns for every cue whether it acts after a trigger, or else the reasons why not.
    ///
    /// - Parameter time: Seconds since 1970.
    package func prospects(of trigger: Trigger, at moment: Moment, time: Int64) -> [CueProspect] {
        (cues?.cues ?? []).map { kept in
            CueProspect(cue: kept.cue, objections: decision(for: kept, trigger, at: moment, time: time).objections)
        }
    }

    private func decision(
        for kept: KeptCue, _ trigger: Trigger, at moment: Moment, time: Int64
    ) -> (objections: [RaisingDecision.Objection], policy: RaisingPolicy) {
        let (cue, occasion) = (kept.cue, kept.cue.occasion)
        guard occasion.isMade(by: trigger, at: moment) else {
            let sentence = "It waits for another occasion (\(occasion.text))."
            return ([.init(.occasion, sentence)], RaisingPolicy(.ignore))
        }
        if let unmet = occasion.objection(surroundings(of: trigger, at: moment)) {
            return ([.init(.occasion, unmet)], RaisingPolicy(.ignore))
        }
        var now = circumstances(of: trigger, at: time)
        let said = now.policy
        if said?.action != .ignore {
            now.policy = RaisingPolicy(
                cue.isPerformed ? .play : .suggest, volumeLimit: limit(cue.volumeLimit, said?.volumeLimit))
        }
        var rules = settings
        if cue.isPerformed {
            // A shortcut without sound does not disturb other sound.
            if !kept.isHeard { (now.isPlaying, now.otherProgram, now.isReturning) = (false, nil, false) }
            now.sinceRaised = memory.state.memory.sinceRaised(TriggerKey(cue), at: time)
            now.dismissals = 0
            if let own = cue.coolDown { rules.coolDown = .seconds(own) }
        }
        let decision = RaisingDecision(trigger, now, rules)
        return (decision.objections, decision.policy)
    }

    /// Returns the lowest of the limits of a cue, of the user's policy for the device or the place, and of the device
    /// in use.
    private func limit(_ own: Double?, _ said: Double?) -> Double? {
        let inUse = destination.find?()?.devices.lazy.compactMap {
            self.parts.triggers.devices[$0]?.policy?.volumeLimit
        }
        return [own, said, inUse?.first].compactMap(\.self).min()
    }

    private func surroundings(of trigger: Trigger?, at moment: Moment) -> Occasion.Surroundings {
        // A car that was left is no longer present.
        let isThere = trigger?.kind == .headphones || trigger?.kind == .car
        let heard = parts.triggers.heard + (isThere ? [trigger?.device].compactMap(\.self) : [])
        let hasCar = trigger?.kind == .car || heard.contains { $0.kind == .car }
        let drive = hasCar ? Trigger(id: 0, kind: .car) : nil
        var now = Occasion.Surroundings(
            moment, devices: heard.flatMap { [$0.name, $0.id] },
            destination: expectedTrip(for: drive, at: moment)?.to)
        now.hasHeadphones = trigger?.kind == .headphones || heard.contains { $0.kind == .headphones }
        now.hasCar = hasCar
        return now
    }

    /// Returns whether a cue, or something left at another machine, requires an offer after a trigger that usually
    /// makes none.
    func isOffered(at trigger: Trigger, _ moment: Moment) -> Bool {
        if trigger.kind == .unlock, elsewhere != nil { return true }
        guard let cues, !cues.cues.isEmpty else { return false }
        let around = surroundings(of: trigger, at: moment)
        return cues.cues.contains { kept in
            !kept.cue.isPerformed && kept.cue.occasion.isMade(by: trigger, at: moment)
                && kept.cue.occasion.objection(around) == nil
        }
    }

    /// Returns the queue or activity left at another machine, then the user's shortcuts and the activities of programs
    /// with this occasion, each with the reason.
    func relevant(to trigger: Trigger?, at moment: Moment) async -> [(item: String, sentence: String)] {
        let around = surroundings(of: trigger, at: moment)
        func isNow(_ occasion: Occasion) -> Bool {
            (trigger.map { occasion.isMade(by: $0, at: moment) } ?? false || occasion.goesOn(around))
                && occasion.objection(around) == nil
        }
        let own = (cues?.cues ?? []).filter { !$0.cue.isPerformed && isNow($0.cue.occasion) }.map { kept in
            (
                item: ShortcutItem.identifier(of: kept.cue.shortcut).description,
                sentence: "You want this at such a moment (\(kept.cue.occasion.text))."
            )
        }
        let others = await finder.activities?.occasions().filter { isNow($0.occasion) } ?? []
        return (elsewhere.map { [(item: $0.identifier.description, sentence: $0.sentence)] } ?? []) + own
            + others.prefix(Offer.size).map {
                (
                    $0.identifier.description,
                    "\($0.programName) means this for such a moment (\($0.occasion.text))."
                )
            }
    }

    // MARK: Acting

    /// Performs the cues whose occasion is a trigger.
    ///
    /// - Parameters:
    ///   - time: Seconds since 1970.
    ///   - only: The cue whose time has come; `nil` for all.
    ///   - isByHand: Whether the trigger is simulated, so that playback need not wait for a device.
    /// - Returns: Whether one acts, so that nothing is offered instead.
    func performCues(
        _ trigger: Trigger, at moment: Moment, time: Int64, only: Cue? = nil, isByHand: Bool = false
    ) -> Bool {
        var (silent, heard): ([Cue], [Cue]) = ([], [])
        for kept in cues?.cues ?? [] where kept.cue.isPerformed && (only.map { $0 == kept.cue } ?? true) {
            let objections = decision(for: kept, trigger, at: moment, time: time).objections
            if objections.isEmpty {
                if kept.isHeard { heard.append(kept.cue) } else { silent.append(kept.cue) }
            } else if !objections.contains(where: { $0.rule == .occasion }) {
                tellAside(kept.cue, trigger, objections)
            }
        }
        carryOut(silent, trigger, at: moment, time: time)
        guard !heard.isEmpty else { return !silent.isEmpty }
        // A car that was left need not be waited for.
        guard !isByHand, trigger.kind == .headphones || trigger.kind == .car else {
            carryOut(heard, trigger, at: moment, time: time)
            return true
        }
        destination.wait(for: trigger) { [weak self, heard] isThere in
            guard let self else { return }
            guard !isThere else { return carryOut(heard, trigger, at: moment, time: time) }
            let reason = RaisingDecision.Objection(
                .occasion, "The sound does not go to \(trigger.device?.name ?? "the device").")
            for cue in heard { tellAside(cue, trigger, [reason]) }
        }
        return true
    }

    private func tellAside(_ cue: Cue, _ trigger: Trigger, _ objections: [RaisingDecision.Objection]) {
        log.info(
            "a cue steps aside",
            ["cue": cue.name, "rules": objections.map(\.rule.rawValue).joined(separator: ",")])
        onStepAside?(trigger, objections)
    }

    /// Performs cues one after the other, behind those that are performed already.
    private func carryOut(_ cues: [Cue], _ trigger: Trigger, at moment: Moment, time: Int64) {
        guard !cues.isEmpty else { return }
        let before = acting
        acting = Task { @MediaActor [weak self] in
            await before?.value
            for cue in cues where !Task.isCancelled { await self?.carryOut(cue, trigger, at: moment, time: time) }
        }
    }

    private func carryOut(_ cue: Cue, _ trigger: Trigger, at moment: Moment, time: Int64) async {
        // Time has passed: the cue may have been changed, or a rule may prevent it from acting now.
        guard let cues, let kept = cues.cues.first(where: { $0.cue == cue }) else { return }
        let (objections, policy) = decision(for: kept, trigger, at: moment, time: time)
        guard objections.isEmpty else { return tellAside(cue, trigger, objections) }
        log.info("performs a cue", ["cue": cue.name])
        let now = parts.clock.now()
        memory.note { $0.memory.noteRaised(TriggerKey(cue), at: now) }
        // Playback in progress is not lowered; the shortcut does not make it louder than the limit either.
        let hasOwn = kept.isHeard || parts.controller.isVolumeLimited
        let limit = hasOwn ? nil : policy.volumeLimit.map { max($0, parts.controller.ownVolume) }
        if kept.isHeard { fade.begin(limit: policy.volumeLimit) } else if let limit { fade.limit(to: limit) }
        accepting += 1
        defer { accepting -= 1 }
        // It is not a choice, so nothing is learnt from it.
        _ = await PlaybackCause.$current.withValue(.suggestion) { await cues.perform(cue) }
        // If nothing plays, nothing should fade in, and no limit should apply to what the user plays next.
        if kept.isHeard, snapshot.status != .playing { fade.end() }
        if let limit, parts.controller.ownVolume <= limit { fade.limit(to: nil) }
        if snapshot.status == .playing { carryOut(board.played()) }
    }

    /// Handles a cue whose time has come.
    func timeCame(of cue: Cue) {
        let trigger = parts.triggers.makeTrigger(.time, name: cue.name)
        let moment = moment(of: trigger)
        guard !cue.isPerformed else {
            _ = performCues(trigger, at: moment, time: parts.clock.now(), only: cue)
            return
        }
        if isOffered(at: trigger, moment) { raise(trigger) }
    }
}

extension TriggerKey {
    init(_ cue: Cue) { self.init(text: "cue " + cue.name) }
}
