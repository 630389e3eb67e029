// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
internal import OnCueCore
internal import OnCueRuntime

extension BusLink {
    /// The way to an interface of the service: its own socket, or else the bus, without starting anything; `nil` while
    /// neither can be reached. It stays the same until it ends, or until ``takesDirectWay(from:to:)``.
    package func way(to interface: String) async -> MessageBus? { await reachable(directWay(to: interface)) }

    /// The connection to the service's own socket; `nil` where the bus is the way.
    func directWay(to interface: String) async -> MessageBus? {
        guard !ServiceNames.needsBus(interface) else { return nil }
        guard service == nil else { return openService }
        if await connectDirectly() { return openService }
        // The next calls stay on the bus, like the signals to which they belong.
        if service == nil { service = await reachable() }
        return nil
    }

    /// Takes the service's own socket, if it has one, for somebody who has seen on the bus that the service is there.
    ///
    /// - Returns: Whether the way to the interface is another one than the bus now.
    func takesDirectWay(from bus: MessageBus, to interface: String) async -> Bool {
        guard !ServiceNames.needsBus(interface) else { return false }
        if openService != nil { return service !== bus }
        return await connectDirectly()
    }

    /// The connection to the service if it is not the bus.
    private var openService: MessageBus? {
        guard let service, !service.isClosed, !isBus(service) else { return nil }
        return service
    }

    private func connectDirectly() async -> Bool {
        guard let socket = environment.directories.directSocket,
            PrivateDirectory.isSafe(environment.directories.runtime), PrivateDirectory.isSocket(socket),
            let direct = await MessageBus.connectDirectly(
                to: socket, busAddress: environment.busLocation.address, now: connectsNow)
        else { return false }
        // Another call may have connected meanwhile; all take the same way.
        guard openService == nil else { return true }
        watchEnd(of: direct)
        service = direct
        return true
    }
}
