// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueIntents
internal import OnCueRuntime
package import OnCueSuggestions

/// A cue beside a trigger.
package struct CueProspect: Sendable, Equatable {
    package var cue: Cue
    /// Why it does not act; empty if it does. For one that is of another occasion, that alone.
    package var objections: [RaisingDecision.Objection]

    package var acts: Bool { objections.isEmpty }
    /// Whether the trigger is what the cue waits for, under all of its conditions.
    package var isMeant: Bool { !objections.contains { $0.rule == .occasion } }
}

/// The user's cues: their shortcuts are offered, or performed in the place of an offer.
extension SuggestionCenter {
    /// Returns for every cue whether it acts after a trigger, and why not.
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
                cue.isPerformed ? .play : .suggest, volumeLimit: cue.volumeLimit ?? said?.volumeLimit)
        }
        var rules = settings
        if cue.isPerformed {
            // What is no sound disturbs none.
            if !kept.isHeard { (now.isPlaying, now.otherProgram, now.isReturning) = (false, nil, false) }
            now.sinceRaised = memory.state.memory.sinceRaised(TriggerKey(cue), at: time)
            now.dismissals = 0
            if let own = cue.coolDown { rules.coolDown = .seconds(own) }
        }
        let decision = RaisingDecision(trigger, now, rules)
        return (decision.objections, decision.policy)
    }

    private func surroundings(of trigger: Trigger?, at moment: Moment) -> Occasion.Surroundings {
        let heard = parts.triggers.heard + [trigger?.device].compactMap(\.self)
        var now = Occasion.Surroundings(
            moment, devices: heard.map(\.name), destination: expectedTrip(for: trigger, at: moment)?.to)
        now.hasHeadphones = trigger?.kind == .headphones || heard.contains { $0.kind == .headphones }
        now.hasCar = trigger?.kind == .car || heard.contains { $0.kind == .car }
        return now
    }

    /// Whether a cue asks for an offer after a trigger at which there usually is none.
    func isOffered(at trigger: Trigger, _ moment: Moment) -> Bool {
        guard let cues, !cues.cues.isEmpty else { return false }
        let around = surroundings(of: trigger, at: moment)
        return cues.cues.contains { kept in
            !kept.cue.isPerformed && kept.cue.occasion.isMade(by: trigger, at: moment)
                && kept.cue.occasion.objection(around) == nil
        }
    }

    /// Returns the shortcuts and the activities of programs whose occasion this is, each with the reason; those of the
    /// user first.
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
        return own
            + others.prefix(Offer.size).map {
                (
                    $0.identifier.description,
                    "\($0.programName) means this for such a moment (\($0.occasion.text))."
                )
            }
    }

    // MARK: Acting

    /// Performs the cues that a trigger is the occasion of.
    ///
    /// - Parameter isByHand: The trigger is simulated: what plays need not wait for a device.
    /// - Returns: Whether one acts, so that nothing is offered in its place.
    func performCues(_ trigger: Trigger, at moment: Moment, isByHand: Bool = false) -> Bool {
        let time = parts.clock.now()
        var acting: [(kept: KeptCue, policy: RaisingPolicy)] = []
        for kept in cues?.cues ?? [] where kept.cue.isPerformed {
            let (objections, policy) = decision(for: kept, trigger, at: moment, time: time)
            if objections.isEmpty {
                acting.append((kept, policy))
            } else if !objections.contains(where: { $0.rule == .occasion }) {
                log.info(
                    "a cue steps aside",
                    ["cue": kept.cue.name, "rules": objections.map(\.rule.rawValue).joined(separator: ",")])
                onStepAside?(trigger, objections)
            }
        }
        guard !acting.isEmpty else { return false }
        memory.note { state in
            for (kept, _) in acting { state.memory.noteRaised(TriggerKey(kept.cue), at: time) }
        }
        guard !isByHand, acting.contains(where: \.kept.isHeard) else {
            carryOut(acting)
            return true
        }
        destination.wait(for: trigger) { [weak self] isThere in
            guard let self else { return }
            if !isThere {
                stepAside(trigger, [.init(.occasion, "The sound does not go to \(trigger.device?.name ?? "it").")])
            }
            carryOut(acting.filter { isThere || !$0.kept.isHeard })
        }
        return true
    }

    private func carryOut(_ acting: [(kept: KeptCue, policy: RaisingPolicy)]) {
        Task { @MediaActor [weak self] in
            for (kept, policy) in acting { await self?.carryOut(kept, policy) }
        }
    }

    private func carryOut(_ kept: KeptCue, _ policy: RaisingPolicy) async {
        guard let cues else { return }
        log.info("performs a cue", ["cue": kept.cue.name])
        if kept.isHeard { fade.begin(limit: policy.volumeLimit) }
        accepting += 1
        defer { accepting -= 1 }
        // It is not a choice, so nothing is learnt from it.
        let isDone = await PlaybackCause.$current.withValue(.suggestion) { await cues.perform(kept.cue) }
        if !isDone, kept.isHeard { fade.end() }
        if snapshot.status == .playing { carryOut(board.played()) }
    }

    /// The time of a cue has come.
    func timeCame(of cue: Cue) {
        let trigger = parts.triggers.makeTrigger(.time, name: cue.name)
        let moment = moment(of: trigger)
        if performCues(trigger, at: moment) { return }
        if isOffered(at: trigger, moment) { raise(trigger) }
    }
}

extension TriggerKey {
    init(_ cue: Cue) { self.init(text: "cue " + cue.name) }
}
