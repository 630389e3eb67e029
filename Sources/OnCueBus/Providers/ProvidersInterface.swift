// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// `org.oncue.Providers1`: which programs provide content.
@MediaActor
final class ProvidersInterface: ExportedInterface {
    nonisolated let introspectionXML = Introspection.providers
    private let registry: ProviderRegistry

    init(registry: ProviderRegistry) {
        self.registry = registry
    }

    /// Announces changes to clients, as long as the export lives; those of one turn together.
    func announce(through export: BusExport) {
        var isDue = false
        registry.onChange = { [weak export] in
            guard !isDue else { return }
            isDue = true
            Task { @MediaActor in
                isDue = false
                export?.emit("ProvidersChanged", [])
            }
        }
    }

    func call(_ call: BusMethodCall, reply: BusReply) {
        reply.answer { try await self.answer(call) }
    }

    private func answer(_ call: BusMethodCall) async throws -> [BusValue] {
        try BusLimits.check(call)
        switch call.member {
        case "GetProviders": return [.array(registry.providers.map { .dictionary($0.busValues) }, of: "a{sv}")]
        case "Register": try await register(call.arguments)
        case "Unregister": try await registry.unregister(call.arguments.first?.stringValue ?? "")
        default: throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
        }
        return []
    }

    private func register(_ arguments: [BusValue]) async throws {
        let options = arguments.last?.dictionaryValue ?? [:]
        let deadline = options["deadline"]?.intValue
        if let deadline, !ProviderLimits.deadlines.contains(.milliseconds(deadline)) {
            throw ControlError.invalidValue("a deadline of \(deadline) ms; expected 100 to 30000")
        }
        try await registry.register(
            ProviderFile(
                name: options["name"]?.stringValue, icon: options["icon"]?.stringValue,
                busName: arguments[0].stringValue ?? "", objectPath: arguments[1].stringValue ?? "/",
                deadline: deadline),
            keep: options["keep"]?.boolValue ?? false)
    }
}

extension ProviderLink {
    fileprivate var busValues: [String: BusValue] {
        var values = BusDictionary()
        values.set("busName", client.identity.busName)
        values.set("objectPath", client.objectPath)
        values.set("name", source.name)
        values.set("identifier", client.identity.root.description)
        values.set("icon", source.icon)
        values.set("state", client.health.state.rawValue)
        values.set("failures", client.health.failures)
        values.set("deadline", Int(client.deadline / .milliseconds(1)))
        values.set("latency", client.health.latency)
        values.set("error", client.health.lastError)
        if isKept { values.set("kept", .bool(true)) }
        return values.values
    }
}
