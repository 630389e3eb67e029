// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueIntents
package import OnCueInterface
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueSuggestions

/// Triggers made by hand.
extension TriggerDesk {
    private static var farAway: Int64 { 1 << 40 }

    @MediaActor
    package func simulate(_ request: SimulationRequest) async throws -> SimulationResult {
        let time = request.time ?? center.clock.now()
        guard (0...Self.farAway).contains(time) else {
            throw ServiceError(.invalidValue, "at must be from 0 to \(Self.farAway)")
        }
        guard let kind = Trigger.Kind(rawValue: request.kind) else {
            let known = Trigger.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ServiceError(
                .invalidValue,
                "\"\(request.kind.prefix(40))\" is not a kind of trigger; expected one of \(known)")
        }
        let trigger = try trigger(kind, request.name ?? "", isDry: request.isDryRun)
        let place = request.place.map { triggers.places[$0]?.name ?? $0 }
        let rehearsal = await center.rehearse(trigger, at: time, place: place, isDry: request.isDryRun)
        return SimulationResult(rehearsal, isDry: request.isDryRun)
    }

    private func trigger(_ kind: Trigger.Kind, _ name: String, isDry: Bool) throws(ContentError) -> Trigger {
        var device: TriggerDevice?
        var place: String?
        switch kind {
        case .headphones, .car, .carLeft:
            let usual = TriggerDevice(
                id: SuggestionCenter.simulated + name, name: name.isEmpty ? "Headphones" : name,
                kind: kind == .headphones ? .headphones : .car)
            device = name.isEmpty && kind != .headphones ? nil : triggers.devices.entry(named: name)?.device ?? usual
        case .arrival, .departure:
            guard let known = triggers.places[name] else {
                throw ContentError(
                    .notFound,
                    "there is no place \"\(name.prefix(40))\"; define one with: oncue place add NAME --here")
            }
            place = known.name
        case .time: place = name.isEmpty ? nil : name
        case .unlock, .wake, .boot: break
        }
        return isDry
            ? Trigger(id: 0, kind: kind, device: device, name: place)
            : triggers.makeTrigger(kind, device: device, name: place)
    }
}

extension SimulationResult {
    fileprivate init(_ rehearsal: SuggestionCenter.Rehearsal, isDry: Bool) {
        var objections = rehearsal.decision.objections
        if rehearsal.suggestions.isEmpty, rehearsal.action != .resume {
            objections.append(.init(.nothing, "There is nothing to suggest yet."))
        }
        self.init(
            isRaised: objections.isEmpty && !isDry, action: rehearsal.action.rawValue,
            objections: objections.map { Objection(rule: $0.rule.rawValue, sentence: $0.sentence) },
            suggestions: rehearsal.suggestions.map(SuggestionRecord.init),
            note: rehearsal.isBeginning
                ? "Little has been learnt yet, so items that need no habits come first." : nil)
        sentence = rehearsal.trigger.sentence
        time = Int64(rehearsal.moment.time)
        (place, device) = (rehearsal.moment.place, rehearsal.moment.device)
        trip = rehearsal.trip?.sentence
        cues = rehearsal.cues.map { prospect in
            Cue(
                prospect.cue.name, runs: prospect.cue.shortcut, isPerformed: prospect.cue.isPerformed,
                acts: prospect.acts,
                objections: prospect.objections.map { Objection(rule: $0.rule.rawValue, sentence: $0.sentence) })
        }
        // A shortcut that is performed replaces an offer.
        if cues.contains(where: { $0.acts && $0.isPerformed }) { isRaised = false }
    }
}
