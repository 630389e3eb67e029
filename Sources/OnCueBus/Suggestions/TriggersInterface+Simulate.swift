// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueSession
internal import OnCueSuggestions

/// Triggers made by hand.
extension TriggersInterface {
    func simulate(_ value: BusValue?) async throws -> BusValue {
        var options = SuggestionOptions(value)
        let word = try options.text("kind") ?? ""
        let name = try options.text("name") ?? ""
        let now = Int(center.parts.clock.now())
        let time = try options.number("at", in: 0...Self.farAway) ?? now
        let place = try options.text("place")
        let isDry = try options.flag("dryRun") ?? false
        try options.finish()
        guard let kind = Trigger.Kind(rawValue: word) else {
            let known = Trigger.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ControlError.invalidValue("\"\(word.prefix(40))\" is not a kind of trigger; expected one of \(known)")
        }
        let trigger = try trigger(kind, name, isDry: isDry)
        return answer(
            await center.rehearse(
                trigger, at: Int64(time), place: place.map { triggers.places[$0]?.name ?? $0 }, isDry: isDry), isDry)
    }

    private static var farAway: Int { 1 << 40 }

    private func trigger(_ kind: Trigger.Kind, _ name: String, isDry: Bool) throws -> Trigger {
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

    private func answer(_ rehearsal: SuggestionCenter.Rehearsal, _ isDry: Bool) -> BusValue {
        var objections = rehearsal.decision.objections
        if rehearsal.suggestions.isEmpty, rehearsal.action != .resume {
            objections.append(.init(.nothing, "There is nothing to suggest yet."))
        }
        var values = BusDictionary()
        values.set("sentence", rehearsal.trigger.sentence)
        values.set("raised", .bool(objections.isEmpty && !isDry))
        values.set("action", rehearsal.action.rawValue)
        values.set("objections", .array(objections.map(\.busValue), of: "a{sv}"))
        values.set("suggestions", rehearsal.suggestions.busValue)
        values.set("time", .int64(Int64(rehearsal.moment.time)))
        values.set("place", rehearsal.moment.place)
        values.set("device", rehearsal.moment.device)
        if rehearsal.isBeginning {
            values.set("note", "Little has been learnt yet, so items that need no habits come first.")
        }
        return .dictionary(values.values)
    }
}
