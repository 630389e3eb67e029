// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("A list of a newer service")
@MediaActor
struct NewerListTests {
    @Test(
        "has each row once, without those of kinds that are not known",
        arguments: [(3, [0]), (3, [2]), (1_004, [0, 1_000, 1_001]), (2_001, Array(0..<1_000))])
    func rows(count: Int, unknown: [Int]) async throws {
        let bus = try await PrivateBus()
        let directories = UserDirectories(environment: [:], userID: 1, homeFallback: "/nonexistent")
        let client = OnCueConnection(
            environment: ClientEnvironment(directories: directories, busLocation: .session(address: bus.address)))
        let service = try await NewerTrash(bus, count: count, unknown: unknown)

        let keys = try await client.trash().map(\.key)

        #expect(keys == (0..<count).filter { !unknown.contains($0) }.map(String.init))
        withExtendedLifetime(service) {}
    }
}

/// The trash of a service that has one more kind of items.
@MediaActor
private final class NewerTrash: ExportedInterface {
    nonisolated let introspectionXML = """
        <node><interface name="org.oncue.Trash1">
          <method name="List">
            <arg type="u" direction="in"/><arg type="u" direction="in"/>
            <arg type="u" direction="out"/><arg type="a(sssx)" direction="out"/>
          </method>
        </interface></node>
        """
    private let count: Int
    private let unknown: [Int]
    private var bus: MessageBus?
    private var export: BusExport?

    init(_ bus: PrivateBus, count: Int, unknown: [Int]) async throws {
        (self.count, self.unknown) = (count, unknown)
        let connection = try await bus.connect()
        self.bus = connection
        export = try connection.export(self, at: ServiceNames.objectPath)
        _ = try await connection.requestName(ServiceNames.busName)
    }

    func call(_ call: BusMethodCall, reply: BusReply) {
        let (offset, limit) = (call.arguments[0].intValue ?? 0, call.arguments[1].intValue ?? 0)
        let rows = (0..<count).dropFirst(offset).prefix(limit).map { row in
            let kind = unknown.contains(row) ? "mixtape" : "playlist"
            return BusValue.structure([.string("\(row)"), .string(kind), .string("Evening"), .int64(1)])
        }
        reply.succeed([.uint32(UInt32(count)), .array(rows, of: "(sssx)")])
    }
}
