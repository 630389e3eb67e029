// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueRuntime

/// The object that a distributor of push messages calls, in one version of the specification of UnifiedPush for D-Bus.
@MediaActor
final class PushConnector: ExportedInterface {
    static let path = "/org/unifiedpush/Connector"

    enum Event {
        case message([UInt8], identifier: String)
        case endpoint(String)
        case unregistered
    }

    nonisolated let introspectionXML: String
    private let version: Int
    private let receive: @MediaActor (_ event: Event, _ token: String, _ sender: String) -> Void

    init(
        version: Int, _ introspectionXML: String,
        receive: @escaping @MediaActor (_ event: Event, _ token: String, _ sender: String) -> Void
    ) {
        (self.version, self.introspectionXML, self.receive) = (version, introspectionXML, receive)
    }

    func properties() -> [String: BusValue] { [:] }

    /// Always answers, so that a caller that may not send messages learns nothing.
    func call(_ call: BusMethodCall, reply: BusReply) {
        let arguments = Self.arguments(call, version)
        if let token = arguments["token"]?.stringValue, let event = Self.event(call.member, arguments) {
            receive(event, token, call.sender)
        }
        reply.succeed(version == 1 ? [] : [.dictionary([:])])
    }

    private static func arguments(_ call: BusMethodCall, _ version: Int) -> [String: BusValue] {
        guard version == 1 else { return call.arguments.first?.dictionaryValue ?? [:] }
        let names = call.member == "Message" ? ["token", "message", "id"] : ["token", "endpoint"]
        return Dictionary(zip(names, call.arguments)) { first, _ in first }
    }

    private static func event(_ member: String, _ arguments: [String: BusValue]) -> Event? {
        switch member {
        case "Message":
            arguments["message"]?.bytesValue.map { .message($0, identifier: arguments["id"]?.stringValue ?? "") }
        case "NewEndpoint": arguments["endpoint"]?.stringValue.map { .endpoint($0) }
        case "Unregistered": .unregistered
        default: nil
        }
    }
}
