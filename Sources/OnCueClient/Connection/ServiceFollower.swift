// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// Receives signals of the service, across daemons and bus connections; never starts a daemon.
@MediaActor
final class ServiceFollower {
    private let link: BusLink
    private let interface: String
    private let member: String?
    /// Receives each signal.
    var onSignal: @MediaActor (BusSignal) -> Void = { _ in }
    /// A daemon is there; also at the beginning, whether there is one or not.
    var onPresence: @MediaActor (MessageBus) async -> Void = { _ in }
    /// The daemon, or the bus, has gone.
    var onLoss: @MediaActor () -> Void = {}

    /// - Parameter member: The one signal that is heard; `nil` for all of the interface.
    init(link: BusLink, member: String?, of interface: String) {
        self.link = link
        self.interface = interface
        self.member = member
    }

    /// Returns when the task is cancelled.
    func run() async {
        await link.followConnections { bus in
            await follow(bus)
            return true
        }
    }

    /// Returns when the connection has ended.
    private func follow(_ bus: MessageBus) async {
        let (owners, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .unbounded)
        let subscriptions = Subscriptions([
            bus.subscribe(
                sender: ServiceNames.busName, path: ServiceNames.objectPath, interface: interface, member: member
            ) { signal in self.onSignal(signal) },
            bus.watchOwner(of: ServiceNames.busName) { continuation.yield($0 != nil) },
        ])
        defer { subscriptions.end() }
        link.whenClosed { continuation.finish() }
        // At once, because the daemon may have come before the watch.
        await onPresence(bus)
        for await isOwned in owners {
            if isOwned { await onPresence(bus) } else { onLoss() }
        }
        if !Task.isCancelled { onLoss() }
    }
}
