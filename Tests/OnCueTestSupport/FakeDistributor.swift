// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import FoundationEssentials
package import GLib
package import OnCueRuntime

/// A distributor of UnifiedPush that speaks one version of its specification, in the test's hand.
@MediaActor
package final class FakeDistributor: ExportedInterface {
    package static nonisolated let name = "org.unifiedpush.Distributor.Fake"

    package nonisolated let introspectionXML: String
    /// The tokens of what was registered.
    package nonisolated let registered = EventLog<String>()
    package nonisolated let unregistered = EventLog<String>()
    /// Why it registers nothing; `nil` where it does.
    package var refusal: String?
    /// It leaves the bus before it answers a registration.
    package var endsEarly = false

    private let version: Int
    private let bus: MessageBus
    private var export: BusExport?

    /// - Parameters:
    ///   - version: That of the specification, 1 or 2.
    ///   - bus: A connection of its own.
    package init(_ version: Int, on bus: MessageBus) async throws {
        (self.version, self.bus) = (version, bus)
        let arguments =
            version == 2
            ? "<arg name='a' type='a{sv}' direction='in'/><arg name='r' type='a{sv}' direction='out'/>" : ""
        introspectionXML = """
            <node><interface name='org.unifiedpush.Distributor\(version)'>
            <method name='Register'>\(arguments.isEmpty ? """
                <arg name='s' type='s' direction='in'/><arg name='t' type='s' direction='in'/>
                <arg name='d' type='s' direction='in'/><arg name='r' type='s' direction='out'/>
                <arg name='w' type='s' direction='out'/>
                """ : arguments)</method>
            <method name='Unregister'>\(arguments.isEmpty ? "<arg name='t' type='s' direction='in'/>" : arguments)</method>
            </interface></node>
            """
        export = try bus.export(self, at: "/org/unifiedpush/Distributor")
        _ = try await bus.requestName(Self.name)
    }

    /// Leaves the bus.
    package func end() async throws { _ = try await bus.releaseName(Self.name) }

    package func properties() -> [String: BusValue] { [:] }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        let values = call.arguments.first?.dictionaryValue ?? [:]
        let token =
            version == 2
            ? values["token"]?.stringValue : call.arguments[call.member == "Register" ? 1 : 0].stringValue
        (call.member == "Register" ? registered : unregistered).append(token ?? "")
        let result = refusal == nil ? "REGISTRATION_SUCCEEDED" : "REGISTRATION_FAILED"
        let answer: [BusValue] =
            version == 2
            ? [.dictionary(["success": .string(result), "reason": .string(refusal ?? "")])]
            : call.member == "Register" ? [.string(result), .string(refusal ?? "")] : []
        guard !endsEarly else {
            Task { @MediaActor in
                try? await self.end()
                reply.succeed(answer)
            }
            return
        }
        reply.succeed(answer)
        guard call.member == "Register", refusal == nil, let token else { return }
        Task { @MediaActor in try? await self.send("NewEndpoint", token, "https://push/1") }
    }

    /// Calls the connector of OnCue.
    ///
    /// - Parameters:
    ///   - text: The endpoint, or the identifier of the message.
    package func send(_ member: String, _ token: String, _ text: String = "", _ message: [UInt8] = []) async throws {
        let arguments: [BusValue]
        if version == 2 {
            arguments = [
                .dictionary([
                    "token": .string(token), "endpoint": .string(text), "message": .bytes(message),
                    "id": .string(text),
                ])
            ]
        } else {
            arguments = [.string(token)] + (member == "Message" ? [.bytes(message)] : []) + [.string(text)]
        }
        try await bus.call(
            member, of: "org.unifiedpush.Connector\(version)", at: "/org/unifiedpush/Connector",
            on: "org.oncue.OnCue", arguments)
    }

    /// Encrypts a text as senders do, with pywebpush, which `Scripts/setup test` installs; the keys are those of the
    /// receiver.
    package static nonisolated func encrypt(
        _ text: String, publicKey: String, authentication: String
    ) async throws -> [UInt8] {
        let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
        let sender = try await ChildProcess.run(
            root + "/.build/python/bin/python3",
            [root + "/Tests/Programs/encrypt-push.py", publicKey, authentication, text])
        let encoded = sender.output.filter { !$0.isNewline }.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - encoded.utf8.count % 4) % 4)
        guard sender.status == 0, let message = Data(base64Encoded: encoded + padding) else {
            throw SupportError("pywebpush encrypts nothing: \(sender.errors)")
        }
        return Array(message)
    }
}
