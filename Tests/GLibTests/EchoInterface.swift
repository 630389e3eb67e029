// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueRuntime
import OnCueTestSupport

/// An interface whose methods do one thing each, and whose life can be watched.
@MediaActor
final class EchoInterface: ExportedInterface {
    static let name = "org.oncue.Test1"
    static let path = "/org/oncue/Test"

    nonisolated let introspectionXML = """
        <node><interface name="org.oncue.Test1">
          <method name="Echo"><arg type="v" direction="in"/><arg type="v" direction="out"/></method>
          <method name="Refuse"/>
          <method name="Drop"/>
          <method name="Keep"/>
          <method name="Hold"><arg type="v" direction="in"/></method>
          <method name="Twice"><arg type="s" direction="out"/></method>
          <signal name="Happened"><arg type="s"/></signal>
          <property name="Level" type="d" access="readwrite"/>
          <property name="Kind" type="s" access="read"/>
          <property name="Missing" type="s" access="read"/>
        </interface></node>
        """

    private let released: EventLog<String>
    private(set) var level = 0.5
    private(set) var writes: [BusValue] = []
    /// Calls that are still to be answered.
    let kept = EventLog<String>()
    private(set) var keptReplies: [BusReply] = []
    private(set) var calls: [BusMethodCall] = []

    nonisolated init(released: EventLog<String> = EventLog()) {
        self.released = released
    }

    deinit {
        released.append("interface")
    }

    func properties() -> [String: BusValue] { ["Level": .double(level), "Kind": .string("test")] }

    func setProperty(_ name: String, to value: BusValue) throws(BusError) {
        writes.append(value)
        guard let number = value.doubleValue, number.isFinite else {
            throw BusError(name: "org.oncue.Error.InvalidValue", message: "not a level")
        }
        level = number
    }

    func argumentSignature(of member: String) -> String? {
        ["Echo": "v", "Refuse": "", "Drop": "", "Keep": "", "Hold": "v", "Twice": ""][member]
    }

    func call(_ call: BusMethodCall, reply: BusReply) {
        calls.append(call)
        switch call.member {
        case "Echo": reply.succeed(call.arguments)
        case "Refuse": reply.fail(BusError(name: "org.oncue.Error.Refused", message: "no, “thanks”"))
        case "Keep", "Hold":
            keptReplies.append(reply)
            kept.append(call.member)
        case "Twice":
            reply.succeed([.string("first")])
            reply.succeed([.string("second")])
            reply.fail(BusError(name: BusError.failed, message: "third"))
        default: break
        }
    }

    func answerKept() {
        // With an answer the next call may come.
        let replies = keptReplies
        keptReplies = []
        for reply in replies { reply.succeed() }
    }
}

/// A bus with a connection that exports the interface and one that uses it.
@MediaActor
final class EchoBus {
    let bus: PrivateBus
    let server: MessageBus
    let client: MessageBus
    let interface: EchoInterface
    var export: BusExport?

    /// - Parameter refusal: What calls beyond the bounds are answered; there are none if absent.
    init(released: EventLog<String> = EventLog(), refusal: BusError? = nil) async throws {
        bus = try await PrivateBus()
        if let refusal {
            server = try await MessageBus.connect(to: bus.address, refusal: refusal)
        } else {
            server = try await bus.connect()
        }
        client = try await bus.connect()
        interface = EchoInterface(released: released)
        export = try server.export(interface, at: EchoInterface.path)
    }

    @discardableResult
    func call(_ member: String, _ arguments: [BusValue] = [], timeout: Duration = .seconds(10)) async throws
        -> [BusValue]
    {
        try await client.call(
            member, of: EchoInterface.name, at: EchoInterface.path, on: server.uniqueName, arguments, timeout: timeout)
    }

    @discardableResult
    func properties(_ member: String, _ arguments: [BusValue]) async throws -> [BusValue] {
        try await client.call(
            member, of: "org.freedesktop.DBus.Properties", at: EchoInterface.path, on: server.uniqueName,
            [.string(EchoInterface.name)] + arguments)
    }

    /// The error that a call fails with; `nil` when it succeeds.
    func failure(_ body: () async throws -> Void) async -> BusError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? BusError
        }
    }
}
