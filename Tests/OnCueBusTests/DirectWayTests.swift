// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import GLib

@Suite("The way of a client to the service")
@MediaActor
struct DirectWayTests {
    @Test("is its socket, for calls and signals, except where the names of programs count")
    func taken() async throws {
        let rig = try await ServiceRig(isDirect: true)
        let direct = try #require(rig.direct)
        let log = EventLog<QueueUpdate>()
        let updates = rig.service.queueUpdates()
        Task { for await update in updates { log.append(update) } }
        try await log.wait { $0 == .changed }

        _ = try await rig.service.nowPlaying()
        _ = try await rig.service.activities()
        #expect(direct.clients.count == 1)
        #expect(direct.clients.values.first?.wants("QueueChanged", of: ServiceNames.playback) == true)
        try await rig.play()

        try await log.wait(from: 1) { if case .edited = $0 { true } else { false } }
    }

    @Test("is the bus when the socket is gone, for those who follow, too")
    func lost() async throws {
        let rig = try await ServiceRig(isDirect: true)
        let log = EventLog<QueueUpdate>()
        let updates = rig.service.queueUpdates()
        Task { for await update in updates { log.append(update) } }
        try await log.wait { $0 == .changed }

        rig.direct?.close()
        try await log.wait(from: 1) { $0 == .serviceLost }
        try await log.wait(from: 2) { $0 == .changed }
        try await rig.play()

        try await log.wait(from: 3) { if case .edited = $0 { true } else { false } }
        #expect(try await rig.service.nowPlaying().status == .playing)
    }

    @Test("is the socket of a service that comes later, also for who has waited on the bus")
    func later() async throws {
        let (bus, folder) = (try await PrivateBus(), try TemporaryDirectory())
        var directories = UserDirectories(environment: [:], userID: 1, homeFallback: "/nonexistent")
        (directories.runtime, directories.directSocket) = (folder.path, folder.file("direct"))
        let client = OnCueConnection(
            environment: ClientEnvironment(directories: directories, busLocation: .session(address: bus.address)))
        let log = EventLog<QueueUpdate>()
        let updates = client.queueUpdates()
        Task { for await update in updates { log.append(update) } }
        try await log.wait { $0 == .changed }

        let server = try await bus.connect()
        let direct = DirectServer(
            path: folder.file("direct"), busAddress: bus.address, objectPath: ServiceNames.objectPath,
            names: [ServiceNames.busName])
        #expect(direct.begin())
        defer { direct.close() }
        _ = try await server.requestName(ServiceNames.busName)
        try await log.wait(from: 1) { $0 == .changed }
        // Only here, and not on the bus.
        let change = QueueChange(base: 6, revision: 7, total: 12, difference: nil)
        try await waitUntil("the follower hears the socket") {
            direct.clients.values.contains { $0.wants("QueueChanged", of: ServiceNames.playback) }
        }
        direct.emit("QueueChanged", of: ServiceNames.playback, FormWriter.members(change))

        try await log.wait(from: 2) { $0 == .edited(change) }
    }
}
