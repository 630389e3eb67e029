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

@Suite("Following the queue over the bus")
struct QueueUpdateTests {
    private static let difference = QueueDifference(
        removed: [3..<5], moved: [.init(start: 9, target: 1, count: 2)],
        inserted: [.init(target: 4, count: 3, first: .init(77))])

    private func connection(_ bus: PrivateBus) -> OnCueConnection {
        let directories = UserDirectories(environment: [:], userID: 1, homeFallback: "/nonexistent")
        return OnCueConnection(
            environment: ClientEnvironment(directories: directories, busLocation: .session(address: bus.address)))
    }

    @Test("Changes are told as differences, those that are too large without one")
    @MediaActor
    func signals() async throws {
        let bus = try await PrivateBus()
        let service = try await FakeQueue(bus)
        let log = EventLog<QueueUpdate>()
        let client = connection(bus)
        let updates = client.queueUpdates()
        Task { for await update in updates { log.append(update) } }
        try await log.wait { $0 == .changed }
        // Behind this answer, every signal is heard.
        _ = try await client.queueChanges(since: 5)

        service.announce(5, 6, isReset: false)
        service.announce(6, 7, isReset: true)
        try await log.wait { $0 == .edited(QueueChange(base: 6, revision: 7, total: 12, difference: nil)) }

        #expect(log.events.contains(.edited(QueueChange(base: 5, revision: 6, total: 12, difference: Self.difference))))
    }

    @Test("What was missed is told one after the other, or is to be read anew")
    @MediaActor
    func missed() async throws {
        let bus = try await PrivateBus()
        let service = try await FakeQueue(bus)
        let client = connection(bus)

        let changes = try await client.queueChanges(since: 5)

        #expect(changes.revision == 8)
        #expect(changes.total == 12)
        #expect(changes.changes?.map(\.base) == [5, 6])
        #expect(changes.changes?.map(\.revision) == [6, 8])
        #expect(changes.changes?.map(\.difference) == [Self.difference, Self.difference])
        #expect(try await client.queueChanges(since: 1).changes == nil)
        #expect(service.asked == [5, 1])
    }
}

/// The part of `org.oncue.Playback1` that tells changes of the queue.
@MediaActor
private final class FakeQueue: ExportedInterface {
    nonisolated let introspectionXML = """
        <node><interface name="org.oncue.Playback1">
          <method name="GetQueueChanges">
            <arg type="t" direction="in"/><arg type="u" direction="out"/><arg type="t" direction="out"/>
            <arg type="b" direction="out"/><arg type="a(ta(uu)a(uuu)a(uut))" direction="out"/>
          </method>
          <signal name="QueueChanged">
            <arg type="u"/><arg type="t"/><arg type="t"/><arg type="b"/><arg type="a(uu)"/><arg type="a(uuu)"/>
            <arg type="a(uut)"/>
          </signal>
        </interface></node>
        """
    private let bus: MessageBus
    private var export: BusExport?
    private(set) var asked: [UInt64] = []

    init(_ bus: PrivateBus) async throws {
        self.bus = try await bus.connect()
        export = try self.bus.export(self, at: ServiceNames.objectPath)
        _ = try await self.bus.requestName(ServiceNames.busName)
    }

    func announce(_ base: UInt64, _ revision: UInt64, isReset: Bool) {
        export?.emit(
            "QueueChanged",
            [.uint32(12), .uint64(base), .uint64(revision), .bool(isReset)] + Self.parts(isReset: isReset))
    }

    func properties() -> [String: BusValue] { [:] }

    func call(_ call: BusMethodCall, reply: BusReply) {
        guard case .uint64(let base)? = call.arguments.first else { return reply.succeed() }
        asked.append(base)
        let isReset = base < 5
        let rows: [BusValue] = isReset ? [] : [6, 8].map { .structure([.uint64($0)] + Self.parts(isReset: false)) }
        reply.succeed([.uint32(12), .uint64(8), .bool(isReset), .array(rows, of: "(ta(uu)a(uuu)a(uut))")])
    }

    private static func parts(isReset: Bool) -> [BusValue] {
        let parts: [[BusValue]] = [
            [.structure([.uint32(3), .uint32(2)])], [.structure([.uint32(9), .uint32(1), .uint32(2)])],
            [.structure([.uint32(4), .uint32(3), .uint64(77)])],
        ]
        return zip(parts, ["(uu)", "(uuu)", "(uut)"]).map { .array(isReset ? [] : $0, of: $1) }
    }
}
