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

@Suite("A daemon that ends before it answers")
struct LostDaemonTests {
    private func connection(_ bus: PrivateBus) -> OnCueConnection {
        let directories = UserDirectories(environment: [:], userID: 1, homeFallback: "/nonexistent")
        return OnCueConnection(
            environment: ClientEnvironment(directories: directories, busLocation: .session(address: bus.address)))
    }

    @Test("leaves to the next one what may be done twice")
    @MediaActor
    func repeated() async throws {
        let bus = try await PrivateBus()
        let first = try await FakePlayback(bus, answers: false)
        let second = try await FakePlayback(bus, answers: true)

        try await connection(bus).perform(.setVolume(0.5))

        #expect(first.calls == ["SetVolume"])
        #expect(second.calls == ["SetVolume"])
    }

    @Test("may have done what it was asked, which is said and not done again")
    @MediaActor
    func unknown() async throws {
        let bus = try await PrivateBus()
        let first = try await FakePlayback(bus, answers: false)
        let second = try await FakePlayback(bus, answers: true)
        let client = connection(bus)

        let error = await #expect(throws: ClientError.self) { try await client.perform(.next) }

        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("may or may not have been done") == true)
        #expect(first.calls == ["Next"])
        #expect(second.calls.isEmpty)
        try await client.perform(.next)
        #expect(second.calls == ["Next"])
    }
}

/// Two methods of `org.oncue.Playback1`. The second of two has the name as soon as the first is gone.
@MediaActor
private final class FakePlayback: ExportedInterface {
    nonisolated let introspectionXML = """
        <node><interface name="org.oncue.Playback1">
          <method name="Next"/>
          <method name="SetVolume"><arg type="d" direction="in"/></method>
        </interface></node>
        """
    private let answers: Bool
    private var bus: MessageBus?
    private var export: BusExport?
    private var unanswered: [BusReply] = []
    private(set) var calls: [String] = []

    /// - Parameter answers: If false, its connection ends with the first call.
    init(_ bus: PrivateBus, answers: Bool) async throws {
        self.answers = answers
        let connection = try await bus.connect()
        self.bus = connection
        export = try connection.export(self, at: ServiceNames.objectPath)
        let waitsInLine: UInt32 = 0
        try await connection.call(
            "RequestName", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus",
            [.string(ServiceNames.busName), .uint32(waitsInLine)])
    }

    func call(_ call: BusMethodCall, reply: BusReply) {
        calls.append(call.member)
        if answers { return reply.succeed() }
        unanswered.append(reply)
        export = nil
        bus = nil
    }
}
