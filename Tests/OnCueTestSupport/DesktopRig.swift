// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
package import OnCueCore
package import OnCueRuntime
package import OnCueSession
package import SystemServices

/// Playback with manual time, and one bus that is system bus and session bus for what is around the service.
@MediaActor
package final class DesktopRig {
    package let engine = FakePlaybackEngine()
    package let artwork = FakeArtwork()
    package let bus: PrivateBus
    package let system: SystemBus
    package let controller: PlaybackController
    package let center: NowPlayingCenter
    package let commands: RemoteCommandPerformer
    package let signals = EventLog<BusSignal>()
    /// The name of the service's connection to the system bus.
    package let uniqueName: String
    /// The service's connection to the session bus.
    package let session: MessageBus
    private let client: MessageBus
    private var subscription: BusSubscription?

    /// - Parameter services: Where the bus finds what it can start.
    package init(services: String? = nil) async throws {
        bus = try await PrivateBus(services: services)
        system = SystemBus(address: bus.address)
        session = try await bus.connect()
        client = try await bus.connect()
        controller = PlaybackController(
            engine: engine, store: MemorySessionStore(SavedSession()), session: SavedSession(), seed: 1)
        let listening = FakeListeningStore()
        let manager = ContentManager(
            source: EmptyContentSource(), resolver: FakeMediaResolver(), listening: listening)
        let opinions = OpinionWatch(manager: manager, store: listening)
        center = NowPlayingCenter(artwork: artwork, opinions: opinions)
        let starter = StartKeeper(controller: controller, manager: manager)
        starter.start()
        commands = RemoteCommandPerformer(
            controller: controller, chapters: ChapterCenter(reader: FakeChapters(), controller: controller),
            opinions: opinions, starter: starter, listening: listening)
        uniqueName = await system.connection()?.uniqueName ?? ""
        subscription = client.subscribe(sender: uniqueName) { [signals] in signals.append($0) }
        controller.changes.listen { [center] in center.update($0) }
        controller.jumps.listen { [center] in center.announceJump(to: $0) }
    }

    /// Plays and waits until everything is told.
    package func play(_ tracks: [Track]) async throws {
        try controller.perform(.play(tracks, startingAt: 0, shuffled: nil))
        await advance()
    }

    package func perform(_ command: PlaybackCommand) async throws {
        try controller.perform(command)
        await advance()
    }

    /// Lets the engine's time pass and everything become known to the client.
    package func advance(by duration: Duration = .zero) async {
        engine.advance(by: duration)
        await OnCueTestSupport.settle()
    }

    /// Returns when everything that was done so far has reached the client.
    package func settle() async {
        await OnCueTestSupport.settle()
        for name in [uniqueName, session.uniqueName] {
            _ = try? await client.call("Ping", of: "org.freedesktop.DBus.Peer", at: "/", on: name)
        }
    }

    /// Waits until something about playback is so.
    package func wait(_ what: String, for condition: (PlaybackSnapshot) -> Bool) async throws {
        try await waitUntil(what) {
            await advance()
            return condition(controller.snapshot)
        }
    }
}
