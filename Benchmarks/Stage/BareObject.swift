// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueRuntime

/// An object of this process whose properties never change and are ready to be sent: what an answer costs at least where
/// it is given by a thread of GLib's main loop.
@MediaActor
final class BareObject {
    nonisolated static let name = "org.example.Bare"

    private let bus: MessageBus
    private let export: BusExport

    /// Has the values that another object on the same bus has at the moment.
    init(like name: String, at path: String, of interface: String, on bus: PrivateMessageBus) async throws {
        self.bus = try await MessageBus.connect(to: bus.address)
        let properties = "org.freedesktop.DBus.Properties"
        let answer = try await self.bus.call("GetAll", of: properties, at: path, on: name, [.string(interface)])
        guard case .dictionary(let values)? = answer.first else { throw BenchError("\(name) has no properties") }
        export = try self.bus.export(Interface(interface, values), at: path)
        _ = try await self.bus.requestName(Self.name)
    }

    private final class Interface: ExportedInterface {
        nonisolated let introspectionXML: String
        private let prepared: PreparedProperties

        init(_ name: String, _ values: [String: BusValue]) {
            let properties = values.map { name, value in
                "<property name=\"\(name)\" type=\"\(value.unwrapped.signature)\" access=\"read\"/>"
            }
            introspectionXML = "<node><interface name=\"\(name)\">\(properties.joined())</interface></node>"
            prepared = PreparedProperties(values.mapValues(\.unwrapped))
        }

        func preparedProperties() -> PreparedProperties? { prepared }

        func call(_ call: BusMethodCall, reply: BusReply) {
            reply.fail(BusError(name: BusError.notSupported, message: "only properties are here"))
        }
    }
}
