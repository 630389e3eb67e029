// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import GLib
internal import OnCueCore
package import OnCueInterface
package import OnCueRuntime

/// A part of the service as an interface on the bus: calls become calls of the service by the table of its methods.
@MediaActor
package final class ServiceExport<Service>: ExportedInterface {
    package nonisolated let introspectionXML: String
    private let service: Service
    private let bindings: [String: Binding<Service>]
    private let readProperties: @MediaActor () -> [String: BusValue]

    /// - Parameters:
    ///   - introspectionXML: The interface as `Introspection` has it.
    ///   - bindings: Every method of it.
    ///   - properties: Reads all properties of it.
    package init(
        _ service: Service, _ introspectionXML: String, _ bindings: [Binding<Service>],
        properties: @escaping @MediaActor () -> [String: BusValue] = { [:] }
    ) {
        readProperties = properties
        self.service = service
        self.introspectionXML = introspectionXML
        self.bindings = Dictionary(bindings.map { ($0.name, $0) }) { first, _ in first }
    }

    package func properties() -> [String: BusValue] { readProperties() }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        guard let binding = bindings[call.member] else {
            return reply.fail(BusError(name: BusError.unknownMethod, message: "no method \(call.member)"))
        }
        reply.answer {
            try await binding.answer(self.service, call.arguments)
        }
    }
}

extension BusExport {
    /// Sends an event to all clients.
    package func emit<Content: WireForm>(_ event: Event<Content>, _ content: Content) {
        emit(event.name, FormWriter.members(content))
    }
}
