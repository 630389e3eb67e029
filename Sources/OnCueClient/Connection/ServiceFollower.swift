// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// Receives signals of the service, across daemons and bus connections; never starts a daemon.
@MediaActor
final class ServiceFollower {
    private let link: BusLink
    private let interface: String
    private let member: String?
    /// Receives each signal.
    var onSignal: @MediaActor (BusSignal) -> Void = { _ in }
    /// Called when a daemon appears, and once at the beginning whether there is one or not.
    var onPresence: @MediaActor (MessageBus) async -> Void = { _ in }
    /// Called when the daemon, or the bus, has gone.
    var onLoss: @MediaActor () -> Void = {}
    /// Called when the daemon is there and is reached another way from now on; ``onPresence`` follows.
    var onMove: @MediaActor (_ from: MessageBus) async -> Void = { _ in }

    /// - Parameter member: The only signal to receive; `nil` for all of the interface.
    init(link: BusLink, member: String?, of interface: String) {
        self.link = link
        self.interface = interface
        self.member = member
    }

    /// Returns when the task is cancelled.
    func run() async {
        await link.followConnections(to: interface) { bus in
            await follow(bus)
            return true
        }
    }

    /// Returns when the connection has ended, or there is another way.
    private func follow(_ bus: MessageBus) async {
        // If a slow turn misses several restarts, only the last disappearance and appearance count.
        let (owners, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(2))
        let subscriptions = Subscriptions([
            bus.subscribe(
                sender: ServiceNames.busName, path: ServiceNames.objectPath, interface: interface, member: member
            ) { signal in self.onSignal(signal) },
            bus.watchOwner(of: ServiceNames.busName) { continuation.yield($0 != nil) },
        ])
        defer { subscriptions.end() }
        link.whenClosed(bus, orLeftFor: interface) { continuation.finish() }
        // At once, because the daemon may have come before the watch.
        await onPresence(bus)
        for await isOwned in owners {
            guard isOwned else {
                onLoss()
                continue
            }
            if await link.takesDirectWay(from: bus, to: interface) { return }
            await onPresence(bus)
        }
        guard !Task.isCancelled else { return }
        if bus.isClosed { onLoss() } else { await onMove(bus) }
    }
}

extension BusLink {
    /// Returns updates that `feed` yields until the reader stops; if more than `room` are waiting, the oldest are
    /// dropped.
    nonisolated func stream<Update: Sendable>(
        room: Int, _ feed: @escaping @MediaActor (AsyncStream<Update>.Continuation) async -> Void
    ) -> AsyncStream<Update> {
        AsyncStream(bufferingPolicy: .bufferingNewest(room)) { continuation in
            let task = Task { @MediaActor in await feed(continuation) }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Updates about an interface, across daemons and bus connections; never starts a daemon.
    ///
    /// - Parameters:
    ///   - member: The only signal to receive; `nil` for all of the interface.
    ///   - present: The update for a daemon that is there, and for the beginning, whether there is one or not.
    ///   - lost: The update for a daemon that has gone.
    ///   - update: Returns the update for a signal.
    nonisolated func updates<Update: Sendable>(
        of interface: String, member: String? = nil, room: Int, present: Update, lost: Update?,
        _ update: @escaping @MediaActor (BusSignal) -> Update?
    ) -> AsyncStream<Update> {
        stream(room: room) { continuation in
            let follower = ServiceFollower(link: self, member: member, of: interface)
            follower.onSignal = { if let update = update($0) { continuation.yield(update) } }
            follower.onPresence = { _ in continuation.yield(present) }
            follower.onLoss = { if let lost { continuation.yield(lost) } }
            await follower.run()
        }
    }

    /// Returns updates about an interface of the current daemon, which is started if there is none. Subscribes before
    /// it returns, so that no consequence of later calls is missed.
    ///
    /// - Parameters:
    ///   - lost: The update for a daemon that has gone; the stream ends with the connection.
    ///   - update: Returns the update for a signal.
    func subscribedUpdates<Update: Sendable>(
        of interface: String, room: Int, lost: Update, _ update: @escaping @MediaActor (BusSignal) -> Update?
    ) async throws(ClientError) -> AsyncStream<Update> {
        let bus = try await connected(directWay(to: interface))
        let (updates, continuation) = AsyncStream.makeStream(of: Update.self, bufferingPolicy: .bufferingNewest(room))
        let subscriptions = Subscriptions([
            bus.subscribe(sender: ServiceNames.busName, path: ServiceNames.objectPath, interface: interface) { signal in
                if let update = update(signal) { continuation.yield(update) }
            },
            bus.watchOwner(of: ServiceNames.busName) { owner in
                if owner == nil { continuation.yield(lost) }
            },
        ])
        whenClosed(bus) {
            continuation.yield(lost)
            continuation.finish()
        }
        continuation.onTermination = { _ in
            Task { @MediaActor in subscriptions.end() }
        }
        return updates
    }
}
