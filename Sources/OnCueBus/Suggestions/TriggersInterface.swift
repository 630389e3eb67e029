// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueSuggestions

/// Answers the methods of `org.oncue.Triggers1`.
@MediaActor
final class TriggersInterface: ExportedInterface {
    nonisolated let introspectionXML = Introspection.triggers
    /// A client watches, or does so no longer.
    var onWatch: (@MediaActor (_ client: String, _ watches: Bool) -> Void)?
    let center: SuggestionCenter

    var triggers: TriggerCenter { center.parts.triggers }

    init(center: SuggestionCenter) {
        self.center = center
    }

    func call(_ call: BusMethodCall, reply: BusReply) {
        reply.answer { try await self.answer(call) }
    }

    private func answer(_ call: BusMethodCall) async throws -> [BusValue] {
        try BusLimits.check(call)
        if let places = try await answerAboutPlaces(call) { return places }
        if let times = try await answerAboutTimes(call) { return times }
        let name = call.arguments.first?.stringValue ?? ""
        switch call.member {
        case "GetSources": return [sources]
        case "GetDevices": return [devices]
        case "SetDevice": try await setDevice(name, call.arguments.last)
        case "ForgetDevice":
            let device = try device(name)
            try await triggers.changeDevices { _ = $0.forget(device.id) }
        case "Simulate": return [try await simulate(call.arguments.first)]
        case "Watch": onWatch?(call.sender, call.arguments.first?.boolValue ?? false)
        default: throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
        }
        return []
    }

    private var sources: BusValue {
        .array(
            triggers.health.map { source, health in
                .dictionary([
                    "source": .string(source.rawValue), "state": .string(health.state.rawValue),
                    "detail": .string(health.detail),
                ])
            }, of: "a{sv}")
    }

    // MARK: Devices

    private var devices: BusValue {
        let heard = Set(triggers.heard.map(\.id))
        return .array(
            triggers.devices.all.map { entry in
                var values = BusDictionary()
                values.set("id", entry.id)
                values.set("name", .string(entry.name))
                values.set("kind", entry.kind.rawValue)
                values.set("said", .bool(entry.spokenKind != nil))
                values.set("ambiguous", .bool(entry.isAmbiguous))
                values.set("heard", .bool(heard.contains(entry.id)))
                values.set("lastSeen", .int64(entry.lastSeen))
                values.set(entry.policy)
                return .dictionary(values.values.bounded)
            }, of: "a{sv}")
    }

    func device(_ name: String) throws(ContentError) -> DeviceBook.Entry {
        guard let entry = triggers.devices.entry(named: name) else {
            throw ContentError(
                .notFound, "there is no device \"\(name.prefix(200))\"; list the known devices with: oncue triggers")
        }
        return entry
    }

    private func setDevice(_ name: String, _ value: BusValue?) async throws {
        let entry = try device(name)
        var options = SuggestionOptions(value)
        let word = try options.text("kind")
        let policy = try options.policy(before: entry.policy)
        try options.finish()
        let kind = try word.flatMap { (word) throws(BusError) in try Self.kind(word) }
        try await triggers.changeDevices { book in
            if word != nil { _ = book.say(kind, of: entry.id) }
            if let policy { _ = book.setPolicy(policy.value, for: entry.id) }
        }
        // The settings have changed, so earlier dismissals do not count.
        center.memory.note { $0.memory.forgetDismissals(about: entry.id) }
    }

    private static func kind(_ word: String) throws(BusError) -> TriggerDevice.Kind? {
        guard !word.isEmpty else { return nil }
        guard let kind = TriggerDevice.Kind(rawValue: word) else {
            throw ControlError.invalidValue(
                "\"\(word.prefix(40))\" is not a kind of device; expected headphones, car or other")
        }
        return kind
    }
}

extension BusDictionary {
    mutating func set(_ policy: RaisingPolicy?) {
        set("policy", .string(policy?.action.rawValue ?? ""))
        if let limit = policy?.volumeLimit { set("volumeLimit", .double(limit)) }
    }
}

extension SuggestionOptions {
    /// Returns the new policy.
    ///
    /// - Returns: `nil` if none is given.
    mutating func policy(before: RaisingPolicy?) throws(BusError) -> WantedPolicy? {
        let (word, limit) = (try text("policy"), try real("volumeLimit"))
        guard word != nil || limit != nil else { return nil }
        var policy = word?.isEmpty == true ? RaisingPolicy() : before ?? RaisingPolicy()
        if let word, !word.isEmpty {
            guard let action = RaisingPolicy.Action(rawValue: word) else {
                throw ControlError.invalidValue(
                    "\"\(word.prefix(40))\" is not a policy; expected ignore, suggest, resume or play")
            }
            policy.action = action
        }
        if let limit {
            guard limit >= 0 else { throw ControlError.invalidValue("volumeLimit must not be negative") }
            policy.volumeLimit = limit > 1 ? nil : limit
        }
        return WantedPolicy(value: word?.isEmpty == true && limit == nil ? nil : policy)
    }
}

/// A new policy; without a value, the default.
struct WantedPolicy {
    let value: RaisingPolicy?
}
