// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import GLib
@testable import OnCueClient

@Suite("The way of a client to the service")
@MediaActor
struct DirectWayTests {
    // The service has a second for a login.
    @Test("is its socket, for calls and signals, except where the names of programs count", .steadyMachine)
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

    @Test("is the socket again some time after it could not be reached, for calls and for those who follow")
    func foundAgain() async throws {
        let rig = try await ServiceRig(isDirect: true)
        let direct = try #require(rig.direct)
        let link = rig.service.link
        direct.close()
        link.search.pause = .seconds(3600)
        let log = EventLog<QueueUpdate>()
        let updates = rig.service.queueUpdates()
        Task { for await update in updates { log.append(update) } }
        try await log.wait { $0 == .changed }

        #expect(direct.begin())
        for _ in 0..<5 { _ = try await rig.service.nowPlaying() }
        #expect(direct.clients.isEmpty, "the pause is not over")
        link.search.pause = .zero
        _ = try await rig.service.nowPlaying()
        try await waitUntil("the follower hears the socket") {
            direct.clients.values.contains { $0.wants("QueueChanged", of: ServiceNames.playback) }
        }

        let way = try #require(await link.way(to: ServiceNames.playback))
        #expect(DirectServer.isName(way.uniqueName))
        #expect(await link.way(to: ServiceNames.activities)?.uniqueName.hasPrefix(":1.") == true)
        try await log.wait(from: 1) { $0 == .changed }
        try await rig.play()
        try await log.wait(from: 2) { if case .edited = $0 { true } else { false } }
        #expect(!log.events.contains(.serviceLost))
    }

    @Test("is the bus until the calls that are under way there have their answers")
    func keepsOrder() async throws {
        let rig = try await ServiceRig(isDirect: true)
        let direct = try #require(rig.direct)
        let link = rig.service.link
        direct.close()
        _ = try await rig.service.nowPlaying()
        #expect(direct.begin())
        link.search.pause = .zero

        link.beginCall(over: nil)
        _ = try await rig.service.nowPlaying()
        try await waitUntil("the socket is found") { link.search.found != nil }
        let before = try #require(await link.way(to: ServiceNames.playback))
        link.endCall(over: nil)
        let after = try #require(await link.way(to: ServiceNames.playback))

        #expect(!DirectServer.isName(before.uniqueName))
        #expect(DirectServer.isName(after.uniqueName))
        #expect(link.search.found == nil)
    }

    @Test("of a follower of a container is left behind without a trace on the bus, and no change is missed")
    func movedContainer() async throws {
        let rig = try await ServiceRig(isDirect: true)
        let direct = try #require(rig.direct)
        direct.close()
        let log = EventLog<ContentUpdate>()
        let updates = rig.service.contentUpdates(of: "Albums")
        Task { for await update in updates { log.append(update) } }
        try await log.wait { if case .subscribed = $0 { true } else { false } }

        #expect(direct.begin())
        rig.service.link.search.pause = .zero
        _ = try await rig.service.nowPlaying()
        try await waitUntil("the follower hears the socket") {
            direct.clients.values.contains { $0.wants("ItemsReloaded", of: ServiceNames.playableContent) }
        }
        let bus = try #require(await rig.service.link.way(to: ServiceNames.activities))
        let old = EventLog<String>()
        let subscription = bus.subscribe(interface: ServiceNames.playableContent, member: "ItemsReloaded") { signal in
            old.append(signal.member)
        }
        try await waitUntil("it is subscribed there") {
            try await rig.call("Reload", of: ServiceNames.playableContent, [.string("Albums")])
            return log.events.contains { if case .reloaded = $0 { true } else { false } }
        }
        _ = try await bus.owner(of: ServiceNames.busName)

        #expect(old.count == 0)
        #expect(!log.events.contains { if case .serviceLost = $0 { true } else { false } })
        withExtendedLifetime(subscription) {}
    }
}
