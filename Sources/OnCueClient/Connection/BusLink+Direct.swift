// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
internal import OnCueCore
internal import OnCueRuntime

extension BusLink {
    /// Returns the way to an interface of the service: its own socket, or else the bus, without starting anything;
    /// `nil` while neither can be reached. If the socket is found later, it replaces the bus.
    package func way(to interface: String) async -> MessageBus? { await reachable(directWay(to: interface)) }

    /// Returns the connection to the service's own socket; `nil` if the bus is the way.
    func directWay(to interface: String) async -> MessageBus? {
        guard !ServiceNames.needsBus(interface) else { return nil }
        guard service == nil else {
            if openService == nil { lookAgain() }
            return openService
        }
        if await connectDirectly() { return openService }
        // The next calls stay on the bus, like the signals to which they belong.
        let bus = await reachable()
        if service == nil { service = bus }
        return openService
    }

    /// Switches to the service's own socket, if it has one, for a caller that has seen the service on the bus.
    ///
    /// - Returns: Whether the way to the interface is now another than the bus.
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
        guard let direct = await openSocket(now: connectsNow) else { return false }
        take(direct)
        return openService != nil
    }

    /// Opens a new connection to the service's own socket, if it has one.
    private func openSocket(now: Bool) async -> MessageBus? {
        search.last = ContinuousClock.now
        guard let socket = environment.directories.directSocket,
            PrivateDirectory.isSafe(environment.directories.runtime), PrivateDirectory.isSocket(socket)
        else { return nil }
        return await MessageBus.connectDirectly(to: socket, busAddress: environment.busLocation.address, now: now)
    }

    private func take(_ direct: MessageBus) {
        // Another call may have connected meanwhile; all take the same way.
        guard openService == nil, !direct.isClosed else { return }
        watchEnd(of: direct)
        service = direct
        leftBus()
    }

    // MARK: From the bus to the socket

    /// Looks for the socket from time to time, while calls go on over the bus.
    private func lookAgain() {
        guard search.isDue else { return }
        search.isUnderWay = true
        Task {
            search.found = await openSocket(now: false)
            search.isUnderWay = false
            takeFound()
        }
    }

    /// - Parameter way: The socket, if the call uses it.
    func beginCall(over way: MessageBus?) {
        if way == nil { search.callsOnBus += 1 }
    }

    func endCall(over way: MessageBus?) {
        guard way == nil else { return }
        search.callsOnBus -= 1
        takeFound()
    }

    /// Switches to the socket that was found, unless a call is under way on the bus: no call may overtake another by
    /// taking the shorter way.
    private func takeFound() {
        guard let found = search.found, search.callsOnBus == 0 else { return }
        search.found = nil
        take(found)
    }
}
