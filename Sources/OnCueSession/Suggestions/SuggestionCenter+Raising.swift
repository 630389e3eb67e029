// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime
internal import OnCueSuggestions

/// Raising an offer after a trigger.
extension SuggestionCenter {
    func take(_ outcome: TriggerOutcome) {
        learn(from: outcome)
        switch outcome {
        case .expect(let device): expect(device)
        case .raise(let trigger):
            raise(trigger)
            lookElsewhere(at: trigger)
        case .end(let id): end(trigger: id)
        case .giveUp, .pass: break
        }
    }

    /// Prepares the likely suggestion, before the device can be heard.
    private func expect(_ device: TriggerDevice) {
        let trigger = Trigger(
            id: 0, kind: device.kind == .car ? .car : .headphones, device: device)
        guard decision(for: trigger).isRaised else { return }
        Task { @MediaActor in
            let found = await find(for: trigger, at: moment(of: trigger), limit: 1)
            if let first = found.first { prepare(first) }
        }
    }

    /// Raises the suggestions of a trigger, unless a rule prevents it.
    func raise(_ trigger: Trigger) {
        let moment = moment(of: trigger)
        // Playback that resumes by itself is not a choice after the trigger.
        if snapshot.status != .playing { parts.learning.note(trigger, at: moment) }
        // Cues with a time of day have a separate clock.
        if trigger.kind != .time, performCues(trigger, at: moment, time: parts.clock.now()) { return }
        consider(trigger, at: moment)
    }

    /// Offers the suggestions for a trigger, unless a rule prevents it.
    func consider(_ trigger: Trigger, at moment: Moment) {
        let decision = decision(for: trigger)
        guard decision.isRaised else { return stepAside(trigger, decision.objections) }
        guard decision.policy.action == .resume, canResume else {
            return look(for: trigger, at: moment, decision.policy)
        }
        destination.wait(for: trigger) { [weak self] isThere in
            guard let self else { return }
            let now = self.decision(for: trigger)
            guard now.isRaised else { return stepAside(trigger, now.objections) }
            // If the device is not the destination of sound, the offer can still be chosen by hand.
            if isThere, canResume { resume(trigger, now.policy) } else { look(for: trigger, at: moment, now.policy) }
        }
    }

    private func look(for trigger: Trigger, at moment: Moment, _ policy: RaisingPolicy) {
        finding?.task.cancel()
        finding = (
            trigger,
            Task { @MediaActor in
                let found = await find(for: trigger, at: moment, limit: Offer.size)
                guard !Task.isCancelled else { return }
                finding = nil
                offer(found, for: trigger, at: moment, policy)
            }
        )
    }

    /// Raises the suggestions already found for a simulated trigger, unless a rule prevents it.
    ///
    /// - Parameter time: Seconds since 1970, at which cues are checked.
    func raise(
        _ trigger: Trigger, at moment: Moment, time: Int64, _ decision: RaisingDecision, _ found: [ShownSuggestion]
    ) {
        if performCues(trigger, at: moment, time: time, isByHand: true) { return }
        guard decision.isRaised else { return stepAside(trigger, decision.objections) }
        if decision.policy.action == .resume, canResume { return resume(trigger, decision.policy) }
        finding?.task.cancel()
        finding = nil
        offer(Array(found.prefix(Offer.size)), for: trigger, at: moment, decision.policy, isByHand: true)
    }

    private func offer(
        _ found: [ShownSuggestion], for trigger: Trigger, at moment: Moment, _ policy: RaisingPolicy,
        isByHand: Bool = false
    ) {
        // Playback may have begun meanwhile.
        let now = decision(for: trigger)
        guard now.isRaised else { return stepAside(trigger, now.objections) }
        guard !found.isEmpty else {
            return stepAside(trigger, [.init(.nothing, "There is nothing to suggest yet.")])
        }
        let offer = Offer(trigger, at: moment, policy: policy, found.map(\.choice))
        let time = parts.clock.now()
        memory.note { $0.memory.noteRaised(TriggerKey(trigger), at: time) }
        carryOut(board.raise(offer, until: elapsed + settings.lifetime))
        let shown = ShownOffer(
            trigger, sentence: trigger.sentence, raisedAt: time,
            expiresAt: time + settings.lifetime.components.seconds, found)
        show(shown)
        log.info("offered", ["trigger": trigger.kind.rawValue, "count": "\(found.count)"])
        prepare(found[0])
        guard policy.action == .play else { return }
        // A trial by hand should be heard on any device.
        if isByHand { return playFirst(for: trigger, policy) }
        destination.wait(for: trigger) { [weak self] isThere in
            if isThere { self?.playFirst(for: trigger, policy) }
        }
    }

    private func end(trigger id: Trigger.ID) {
        if finding?.trigger.id == id {
            finding?.task.cancel()
            finding = nil
        }
        destination.cancel(id)
        carryOut(board.causeEnded(id))
    }

    func stepAside(_ trigger: Trigger, _ objections: [RaisingDecision.Objection]) {
        log.info(
            "nothing is offered",
            ["trigger": trigger.kind.rawValue, "rules": objections.map(\.rule.rawValue).joined(separator: ",")])
        onStepAside?(trigger, objections)
    }

    // MARK: Circumstances

    func moment(of trigger: Trigger) -> Moment {
        let moment = parts.learning.moment(for: trigger.circumstance)
        guard let device = trigger.device, trigger.kind != .carLeft else { return moment }
        return Moment(
            time: moment.time, hour: moment.hour, weekday: moment.weekday, place: moment.place,
            trigger: moment.trigger, device: device.name)
    }

    func find(for trigger: Trigger?, at moment: Moment, limit: Int) async -> [ShownSuggestion] {
        // An earlier suggestion keeps its identifier, so that the wrong one cannot be accepted.
        if trigger == nil { (questions, dismissedUnasked) = (questions + 1, []) }
        await parts.learning.learnt()
        let reminded = await remindedItems?() ?? []
        let relevant = await relevant(to: trigger, at: moment)
        let prefix = trigger.map { "\($0.id)" } ?? "\(UnaskedSuggestion.prefix)\(questions)"
        return await finder.find(
            .init(
                moment: moment, trigger: trigger, limit: limit, prefix: prefix,
                collections: memory.state.collections, reminded: reminded,
                relevant: relevant,
                here: parts.triggers.belonging(to: trigger?.kind == .arrival ? trigger?.name : moment.place),
                resting: trigger == nil ? resting : [],
                trip: expectedTrip(for: trigger, at: moment), rate: parts.controller.rate(ofWork:),
                companion: companion),
            parts.learning.ranker, memory.state.said)
    }

    func decision(for trigger: Trigger, at time: Int64? = nil, _ moment: Moment? = nil) -> RaisingDecision {
        var now = circumstances(of: trigger, at: time ?? parts.clock.now())
        if now.policy == nil, isOffered(at: trigger, moment ?? self.moment(of: trigger)) {
            now.policy = RaisingPolicy(.suggest)
        }
        return RaisingDecision(trigger, now, settings)
    }

    func circumstances(of trigger: Trigger, at time: Int64) -> RaisingCircumstances {
        let key = TriggerKey(trigger)
        var now = RaisingCircumstances()
        now.minute = Moment.minute(ofHour: parts.clock.local(time).hour)
        now.policy = policy(for: trigger)
        now.isPlaying = snapshot.status == .playing
        now.isReturning = snapshot.interruption == .outputLost && now.policy?.action.isHeard != false
        now.otherProgram = soundUse?.program
        now.isInCall = soundUse?.isInCall ?? false
        now.isUndisturbed = doNotDisturb?.isUndisturbed ?? false
        now.sinceRaised = memory.state.memory.sinceRaised(key, at: time)
        now.dismissals = memory.state.memory.dismissals(key)
        return now
    }

    /// Returns the user's policy for the device, or for an arrival that of the place.
    private func policy(for trigger: Trigger) -> RaisingPolicy? {
        switch trigger.kind {
        case .headphones, .car: trigger.device.flatMap { parts.triggers.devices[$0.id]?.policy }
        case .arrival: trigger.name.flatMap { parts.triggers.places[$0]?.policy }
        // Leaving a car does not count as entering it.
        case .carLeft, .departure, .unlock, .wake, .boot, .time: nil
        }
    }
}
