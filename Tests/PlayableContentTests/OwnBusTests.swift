// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueBus
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import PlayableContent
import Synchronization
import Testing

@Suite("A program on OnCue's own bus", .timeLimit(.minutes(5)))
struct OwnBusTests {
    /// Waits until a delegate has been told something.
    private final class Listener: PlayableContentDelegate {
        let contexts = EventLog<PlayableContentManagerContext>()
        let playing = EventLog<[String]>()

        func url(forContentItem identifier: String) throws -> ContentURL { ContentURL("http://127.0.0.1:9/x") }

        func playableContentManager(
            _ manager: PlayableContentManager, didUpdate context: PlayableContentManagerContext
        ) {
            contexts.append(context)
        }

        func playableContentManager(
            _ manager: PlayableContentManager, didUpdateNowPlayingIdentifiers identifiers: [String]
        ) {
            playing.append(identifiers)
        }
    }

    /// What the service says of its endpoints and of what plays.
    @MediaActor
    private final class Endpoint: ExportedInterface {
        nonisolated let introspectionXML = Introspection.playableContent
        let values: [String: BusValue] = [
            "Revision": .uint64(1),
            "NowPlayingIdentifiers": .strings(["provided:org.example.Mine/track%2F7", "album:x"]),
            "Context": .dictionary(["contentLimitsEnforced": .bool(true), "enforcedItemsCount": .uint32(12)]),
        ]

        func properties() -> [String: BusValue] { values }

        func call(_ call: BusMethodCall, reply: BusReply) { reply.succeed() }
    }

    @Test("It waits for the bus without a folder, and registers again whenever the bus and OnCue come back")
    @MediaActor
    func reconnects() async throws {
        let directory = try TemporaryDirectory()
        let socket = directory.file("runtime/oncue/bus")
        let listener = Listener()
        let manager = PlayableContentManager(name: "Mine", busName: "org.example.Mine")
        manager.dataSource = TestContent()
        manager.delegate = listener
        let running = Task { try await manager.run(onOwnBus: socket) }
        try await waitUntil("the folder is there") {
            PrivateDirectory.isPresent(directory.file("runtime/oncue"))
        }

        for _ in 0..<3 {
            let before = listener.contexts.count
            let bus = try await PrivateBus(socket: socket)
            let service = try await ManagerRig.Service(
                on: try await bus.connect(), folder: directory.file("providers"))
            try await listener.contexts.wait(from: before) { $0.isEndpointAvailable }
            #expect(service.titles == ["Mine"])
            try await bus.kill()
            try await listener.contexts.wait(from: before) { !$0.isEndpointAvailable }
        }
        running.cancel()
        try await running.value
    }

    @Test("It hears the limits of the endpoints, and which of its items play")
    @MediaActor
    func endpoint() async throws {
        let bus = try await PrivateBus()
        let directory = try TemporaryDirectory()
        let server = try await bus.connect()
        let endpoint = Endpoint()
        let export = try server.export(endpoint, at: ServiceNames.objectPath)
        let service = try await ManagerRig.Service(on: server, folder: directory.file("providers"))
        let listener = Listener()
        let manager = PlayableContentManager(name: "Mine", busName: "org.example.Mine")
        manager.dataSource = TestContent()
        manager.delegate = listener
        let running = Task { try await manager.run(at: bus.address) }

        let context = try await listener.contexts.wait { $0.contentLimitsEnforced }
        let playing = try await listener.playing.wait { !$0.isEmpty }
        export.emitPropertiesChanged(["NowPlayingIdentifiers": .strings(["provider:org.example.Mine"])])
        let later = try await listener.playing.wait(from: 1) { _ in true }
        running.cancel()
        try await running.value

        #expect(context.isEndpointAvailable && context.enforcedItemsCount == 12 && context.enforcedTreeDepth == 0)
        #expect(playing == ["track/7"])
        #expect(later == [""])
        #expect(manager.nowPlayingIdentifiers.isEmpty)
        withExtendedLifetime(service) {}
    }
}
