// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import Glibc
import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import OnCueClient

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

@Suite("A daemon that is not there")
@MediaActor
struct AbsentDaemonTests {
    private let folder = Session()

    /// A client whose daemon is a script that notes its start in a file, and ends when there is another.
    private func client(_ bus: PrivateBus) -> OnCueConnection {
        let path = folder.folder + "/daemon"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o700)
        let text = Array(
            """
            #!/bin/sh
            echo $$ >> \(folder.folder)/started
            while [ ! -e \(folder.folder)/end ]; do sleep 0.02; done

            """.utf8)
        _ = write(descriptor, text, text.count)
        close(descriptor)
        var directories = UserDirectories(environment: [:], userID: 1, homeFallback: "/nonexistent")
        directories.state = folder.folder + "/state"
        return OnCueConnection(
            environment: ClientEnvironment(
                directories: directories, busLocation: .session(address: bus.address), daemonOverride: path))
    }

    /// The processes that were started.
    private var started: [pid_t] {
        String(decoding: FileQuestions.readAll(folder.folder + "/started"), as: UTF8.self)
            .split(separator: "\n").compactMap { pid_t($0) }
    }

    private func removeFiles() {
        for name in ["/state/oncued.log", "/state", "/daemon", "/started", "/end"] { remove(folder.folder + name) }
    }

    private func wait(_ isDone: @MediaActor () -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(300)
        while !isDone() {
            guard ContinuousClock.now < deadline else { throw ClientError(.failed, "waited too long") }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    @Test("is started once for all calls at the same time, and leaves no dead process behind when it ends")
    func once() async throws {
        defer { removeFiles() }
        let bus = try await PrivateBus()
        let client = client(bus)
        let calls = (1...4).map { number in
            Task { try await client.perform(.setVolume(Double(number) / 10)) }
        }
        try await wait { !started.isEmpty }
        let service = try await FakePlayback(bus, answers: true)
        for call in calls { try await call.value }

        #expect(service.calls == Array(repeating: "SetVolume", count: 4))
        #expect(started.count == 1)
        close(open(folder.folder + "/end", O_WRONLY | O_CREAT, 0o600))
        let process = try #require(started.first)
        try await wait { kill(process, 0) != 0 }
        withExtendedLifetime(service) {}
    }

    @Test("is not started by what a program does by itself")
    func passive() async throws {
        defer { removeFiles() }
        let bus = try await PrivateBus()
        let client = client(bus)

        let error = await #expect(throws: ClientError.self) {
            try await DaemonStart.$isAllowed.withValue(false) { try await client.perform(.setVolume(0.5)) }
        }

        #expect(error?.code == .unavailable)
        #expect(started.isEmpty)
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
