// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueRuntime
import OnCueTestSupport
import Testing

/// A tree whose objects are the names of digits.
@MediaActor
private final class DigitTree: ExportedTree {
    nonisolated let introspectionXML = [
        """
        <node><interface name="org.oncue.Digit1">
          <method name="Add"><arg type="u" direction="in"/><arg type="u" direction="out"/></method>
          <property name="Value" type="u" access="read"/>
          <property name="Missing" type="u" access="read"/>
        </interface></node>
        """,
        """
        <node><interface name="org.oncue.Sum1"><property name="Count" type="u" access="read"/></interface></node>
        """,
    ]

    func interfaces(at node: String?) -> [String] {
        guard let node else { return ["org.oncue.Sum1"] }
        return UInt32(node) == nil ? [] : ["org.oncue.Digit1"]
    }

    func properties(of interface: String, at node: String?) async throws(BusError) -> [String: BusValue] {
        guard let node else { return ["Count": .uint32(10)] }
        guard let value = UInt32(node), value < 10 else { throw BusError(name: BusError.failed, message: "no digit") }
        return ["Value": .uint32(value)]
    }

    func call(_ call: BusMethodCall, of interface: String, at node: String?, reply: BusReply) {
        reply.succeed([.uint32(UInt32(call.arguments.first?.intValue ?? 0) + (node.flatMap { UInt32($0) } ?? 0))])
    }
}

@Suite("A tree of objects on the bus")
@MediaActor
struct BusTreeTests {
    private static let path = "/org/oncue/Digits"

    @Test("Objects are there by their names, each with its interfaces, as long as the tree is")
    func objects() async throws {
        let bus = try await PrivateBus()
        let (server, client) = (try await bus.connect(), try await bus.connect())
        var tree: BusTree? = try server.export(DigitTree(), at: Self.path)
        func get(_ path: String, _ interface: String, _ name: String) async throws -> BusValue? {
            try await client.call(
                "Get", of: "org.freedesktop.DBus.Properties", at: path, on: server.uniqueName,
                [.string(interface), .string(name)]
            ).first
        }

        #expect(try await get(Self.path, "org.oncue.Sum1", "Count") == .variant(.uint32(10)))
        #expect(try await get(Self.path + "/7", "org.oncue.Digit1", "Value") == .variant(.uint32(7)))
        let sum = try await client.call(
            "Add", of: "org.oncue.Digit1", at: Self.path + "/7", on: server.uniqueName, [.uint32(5)])
        #expect(sum == [.uint32(12)])
        let all = try await client.call(
            "GetAll", of: "org.freedesktop.DBus.Properties", at: Self.path + "/3", on: server.uniqueName,
            [.string("org.oncue.Digit1")])
        #expect(all == [.dictionary(["Value": .uint32(3)])])
        for (path, interface, name) in [
            ("/x", "org.oncue.Digit1", "Value"), ("/7", "org.oncue.Sum1", "Count"), ("", "org.oncue.Digit1", "Value"),
            ("/10", "org.oncue.Digit1", "Value"), ("/7", "org.oncue.Digit1", "Missing"),
            ("/7/7", "org.oncue.Digit1", "Value"),
        ] {
            await #expect(throws: BusError.self, "\(path) \(name)") {
                try await get(Self.path + path, interface, name)
            }
        }
        let text = try await client.call(
            "Introspect", of: "org.freedesktop.DBus.Introspectable", at: Self.path + "/7", on: server.uniqueName)
        #expect(text.first?.stringValue?.contains("org.oncue.Digit1") == true)
        #expect(text.first?.stringValue?.contains("org.oncue.Sum1") == false)
        #expect(throws: BusError.self) { try server.export(DigitTree(), at: Self.path) }

        tree = nil
        #expect(tree == nil)
        await #expect(throws: BusError.self) { try await get(Self.path, "org.oncue.Sum1", "Count") }
    }
}
