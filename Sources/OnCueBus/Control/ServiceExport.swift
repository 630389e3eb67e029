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
    package nonisolated var introspectionXML: String { makeXML() }
    private nonisolated let makeXML: @Sendable () -> String
    private let service: @MediaActor (_ client: String) -> Service
    private let bindings: [String: Binding<Service>]
    /// Called when a client asks for an event, by its name, or no longer wants it.
    var onWatch: (@MediaActor (_ client: String, _ event: String, _ isWatching: Bool) -> Void)?
    private let readProperties: @MediaActor () -> [String: BusValue]

    /// - Parameters:
    ///   - service: Returns the service as the client sees it.
    ///   - introspectionXML: The interface as `Introspection` has it.
    ///   - bindings: All methods of the interface.
    ///   - properties: Reads all properties of the interface.
    package init(
        _ service: @escaping @MediaActor (_ client: String) -> Service,
        _ introspectionXML: @autoclosure @escaping @Sendable () -> String,
        _ bindings: [Binding<Service>], properties: @escaping @MediaActor () -> [String: BusValue] = { [:] }
    ) {
        readProperties = properties
        self.service = service
        makeXML = introspectionXML
        self.bindings = Dictionary(bindings.map { ($0.name, $0) }) { first, _ in first }
    }

    package func properties() -> [String: BusValue] { readProperties() }

    package func argumentSignature(of member: String) -> String? { bindings[member]?.signatures.arguments }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        guard let binding = bindings[call.member] else {
            return reply.fail(BusError(name: BusError.unknownMethod, message: "no method \(call.member)"))
        }
        reply.answer {
            if let event = binding.watchedEvent {
                self.onWatch?(call.sender, event, call.arguments.first?.boolValue ?? false)
            }
            return try await binding.answer(self.service(call.sender), call.arguments)
        }
    }
}
