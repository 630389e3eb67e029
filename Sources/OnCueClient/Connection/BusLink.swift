// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
internal import OnCueInterface
package import OnCueRuntime

/// The bus connection of a client and the start of the daemon.
///
/// A running daemon is reached through its own socket if possible, which takes two programs and a copy of each message
/// out of the way. Calls and signals of an interface use the same way, so that their order is preserved.
@MediaActor
package final class BusLink {
    /// The time limit for a started daemon to appear on the bus. The first start on a machine reads all plugins of
    /// GStreamer, which takes a while on a busy machine.
    private static let startLimit = Duration.seconds(25)
    /// The time limit of a ping to the daemon.
    private static let pingLimit = Duration.seconds(2)
    /// The time limit of optional requests to the daemon.
    private static let passingLimit = Duration.seconds(1)
    private static let startTick = Duration.milliseconds(10)

    private struct Ending {
        var bus: MessageBus
        var interface: String?
        var handler: @MediaActor () -> Void
    }

    nonisolated package let environment: ClientEnvironment
    /// The time limit of a player's report.
    nonisolated package let playerPatience: Duration
    /// Whether the media thread may wait until the bus has answered.
    nonisolated let connectsNow: Bool
    /// Whether calls neither start a daemon nor wait for one.
    nonisolated private let isPassing: Bool
    private var bus: MessageBus?
    /// The way to the service: its own socket, or the bus.
    var service: MessageBus?
    /// The search for the socket while the bus is the way.
    var search = DirectSearch()
    /// The start of the daemon that is in progress.
    private var starting: Task<Result<Void, ClientError>, Never>?
    /// The command line of the daemon that was asked to quit, for starting the next one; if it is empty, the bus may
    /// start it.
    var formerCommand: [[UInt8]] = []
    /// The handlers to call once each when a connection ends; those with an interface also when the way to it changes.
    private var onClosed: [Ending] = []

    nonisolated init(
        environment: ClientEnvironment, playerPatience: Duration, connectsNow: Bool, isPassing: Bool = false
    ) {
        self.isPassing = isPassing
        self.environment = environment
        self.connectsNow = connectsNow
        self.playerPatience = playerPatience
    }

    /// Calls a method of the service, and starts the daemon if none is running. A daemon that was just killed is still
    /// on the bus for a moment, so an unanswered call is repeated once if repeating it is harmless.
    ///
    /// - Parameter startsDaemon: Whether to start a daemon if there is none; otherwise the error is `unavailable`.
    func call(
        _ member: String, of interface: String, _ arguments: [BusValue], _ wait: LongWait = .daemon,
        isRepeatable: Bool, startsDaemon: Bool = true
    ) async throws(ClientError) -> [BusValue] {
        if isPassing { return try await callInPassing(member, interface, arguments) }
        let notice = wait.begin()
        defer { notice?.cancel() }
        let way = await directWay(to: interface)
        beginCall(over: way)
        defer { endCall(over: way) }
        guard var bus = startsDaemon ? try await connected(way) : await reachable(way) else {
            throw ClientError(.unavailable, "oncued is not running")
        }
        do throws(BusError) {
            return try await Self.send(member, interface, arguments, over: bus, within: wait.patience)
        } catch {
            let isPeerGone = error.name == BusError.noReply || error.name == BusError.disconnected
            let isLost = isRepeatable && isPeerGone
            guard startsDaemon, Self.isNobodyThere(error) || isLost else {
                throw await Self.failure(Self.asOfBus(error, isDirect: way != nil), wait, on: bus)
            }
        }
        if way != nil { bus = try await connected() }
        if await !Self.hasOwner(on: bus) {
            try await startDaemon(on: bus)
            // It has a socket by now.
            search.last = nil
            // The private bus of a daemon that was about to end has been replaced by another.
            bus = try await connected()
        }
        do throws(BusError) {
            return try await Self.send(member, interface, arguments, over: bus, within: wait.patience)
        } catch {
            throw await Self.failure(error, wait, on: bus)
        }
    }

    /// Converts the error of a closed socket to that of the bus for a daemon that has left: the call may have been
    /// carried out.
    private static func asOfBus(_ error: BusError, isDirect: Bool) -> BusError {
        isDirect && error.name == BusError.disconnected
            ? BusError(name: BusError.noReply, message: error.message) : error
    }

    /// Returns the error of a failed call. After a timeout, pings the daemon to determine whether it answers at all.
    private static func failure(_ error: BusError, _ wait: LongWait, on bus: MessageBus) async -> ClientError {
        guard error.name == BusError.timedOut else { return ClientError(error) }
        do throws(BusError) {
            try await bus.call(
                "Ping", of: "org.freedesktop.DBus.Peer", at: ServiceNames.objectPath, on: ServiceNames.busName,
                timeout: pingLimit, startsService: false)
            return wait.lateness
        } catch {
            return ClientError(BusError(name: BusError.timedOut, message: error.message))
        }
    }

    private func callInPassing(
        _ member: String, _ interface: String, _ arguments: [BusValue]
    ) async throws(ClientError) -> [BusValue] {
        let way = await directWay(to: interface)
        beginCall(over: way)
        defer { endCall(over: way) }
        guard let bus = await reachable(way) else {
            throw ClientError(.unavailable, "oncued is not running")
        }
        do throws(BusError) {
            return try await Self.send(member, interface, arguments, over: bus, within: Self.passingLimit)
        } catch { throw ClientError(error) }
    }

    /// Calls a method only if a daemon is running.
    ///
    /// - Returns: `nil` if it fails, or if the reply has another form.
    @discardableResult
    func callRunning<Arguments: WireForm, Reply: WireForm>(
        _ method: Method<Arguments, Reply>, _ arguments: Arguments, over bus: MessageBus
    ) async -> Reply? {
        do throws(BusError) {
            return try await Self.send(method, arguments, over: bus)
        } catch {
            return nil
        }
    }

    /// Returns a property of the service's object, if a daemon is running.
    func runningProperty<Value: WireField>(
        _ name: String, of interface: String, over bus: MessageBus
    ) async -> Value? {
        do throws(BusError) {
            let reply = try await Self.send(
                "Get", "org.freedesktop.DBus.Properties", [.string(interface), .string(name)], over: bus)
            return reply.first.flatMap(Value.init(wire:))
        } catch {
            return nil
        }
    }

    /// Calls a method of a running daemon.
    ///
    /// - Throws: `unknownMethod` for a reply of another form, such as from a daemon of another version.
    static func send<Arguments: WireForm, Reply: WireForm>(
        _ method: Method<Arguments, Reply>, _ arguments: Arguments, over bus: MessageBus
    ) async throws(BusError) -> Reply {
        let members = try await send(method.name, method.interface, FormWriter.members(arguments), over: bus)
        guard let reply = MemberReader.value(Reply.self, in: members) else {
            throw BusError(name: BusError.unknownMethod, message: method.name)
        }
        return reply
    }

    /// Returns the bus without starting anything; `nil` while it cannot be reached.
    ///
    /// - Parameter way: A connection to return instead, if there is one.
    package func reachable(_ way: MessageBus? = nil) async -> MessageBus? {
        if let way { return way }
        if let bus, !bus.isClosed { return bus }
        do throws(BusError) {
            return try await connect()
        } catch {
            return nil
        }
    }

    func isBus(_ connection: MessageBus) -> Bool { connection === bus }

    /// Calls `handler` when a connection ends, or immediately if it already has.
    ///
    /// - Parameter interface: An interface of the service: `handler` is also called when the connection is no longer
    ///   the way to it.
    package func whenClosed(
        _ bus: MessageBus, orLeftFor interface: String? = nil, _ handler: @escaping @MediaActor () -> Void
    ) {
        guard !bus.isClosed else { return handler() }
        onClosed.append(Ending(bus: bus, interface: interface, handler: handler))
    }

    private static func send(
        _ member: String, _ interface: String, _ arguments: [BusValue], over bus: MessageBus,
        within limit: Duration = MessageBus.callTimeout
    ) async throws(BusError) -> [BusValue] {
        try await bus.call(
            member, of: interface, at: ServiceNames.objectPath, on: ServiceNames.busName, arguments, timeout: limit,
            startsService: false)
    }

    package static func isNobodyThere(_ error: BusError) -> Bool {
        error.name == BusError.serviceUnknown || error.name == BusError.nameHasNoOwner
    }

    // MARK: Connecting

    /// - Parameter way: A connection to return instead, if there is one.
    func connected(_ way: MessageBus? = nil) async throws(ClientError) -> MessageBus {
        if let way { return way }
        if let bus, !bus.isClosed { return bus }
        switch environment.busLocation {
        case .session(let address):
            do throws(BusError) {
                return try await connect()
            } catch {
                throw ClientError(.unavailable, "cannot reach the session bus at \(address): \(error.message)")
            }
        case .own: return try await connectedToOwnBus()
        }
    }

    /// Returns the private bus. It belongs to the daemon, so the daemon is started if the bus does not answer.
    private func connectedToOwnBus() async throws(ClientError) -> MessageBus {
        let folder = environment.directories.runtime
        if PrivateDirectory.isPresent(folder), !PrivateDirectory.isSafe(folder) {
            throw ClientError(
                .unavailable, "other users can write to \(folder); set XDG_RUNTIME_DIR to a folder of your own")
        }
        if let bus = await reachable() { return bus }
        try await startDaemon(on: nil)
        guard let bus else { throw ClientError(.unavailable, "oncued was started, but its bus has ended since") }
        return bus
    }

    private func isServing() async -> Bool {
        guard let bus = await reachable() else { return false }
        return await Self.hasOwner(on: bus)
    }

    private func connect() async throws(BusError) -> MessageBus {
        let address = environment.busLocation.address
        let bus = connectsNow ? try MessageBus.connectNow(to: address) : try await MessageBus.connect(to: address)
        // Another call may have connected meanwhile; all use the same connection, whose end is observed.
        if let known = self.bus, !known.isClosed { return known }
        watchEnd(of: bus)
        self.bus = bus
        return bus
    }

    func watchEnd(of bus: MessageBus) {
        bus.onClosed = { [weak self, weak bus] in
            guard let self, let bus else { return }
            self.closed(bus)
        }
    }

    private func closed(_ ended: MessageBus) {
        if bus === ended { bus = nil }
        if service === ended { service = nil }
        tellClosed { $0.bus === ended }
    }

    /// Notifies the handlers that another connection has become the way to the service.
    func leftBus() {
        tellClosed { entry in isBus(entry.bus) && entry.interface.map { !ServiceNames.needsBus($0) } ?? false }
    }

    private func tellClosed(where isMeant: (Ending) -> Bool) {
        let handlers = onClosed.filter(isMeant)
        onClosed.removeAll(where: isMeant)
        for ending in handlers { ending.handler() }
    }

    // MARK: Starting the daemon

    /// Starts the daemon, or waits for a start that is in progress.
    ///
    /// - Parameter bus: The session bus, which may start it by itself.
    private func startDaemon(on bus: MessageBus?) async throws(ClientError) {
        if let starting { return try await starting.value.get() }
        guard DaemonStart.isAllowed else { throw ClientError(.unavailable, "oncued is not running") }
        let start = Task { @MediaActor in
            defer { self.starting = nil }
            return await self.start(on: bus)
        }
        starting = start
        try await start.value.get()
    }

    private func start(on bus: MessageBus?) async -> Result<Void, ClientError> {
        if let bus, formerCommand.isEmpty, environment.daemonOverride == nil, case .session = environment.busLocation,
            await Self.activate(on: bus)
        {
            return .success(())
        }
        do throws(ClientError) {
            let daemon = try DaemonLauncher(environment: environment).launch(again: formerCommand)
            try await wait(for: daemon) { await self.isServing() }
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// Makes the bus start the daemon; returns false if that is not possible.
    private static func activate(on bus: MessageBus) async -> Bool {
        do throws(BusError) {
            try await bus.call(
                "StartServiceByName", of: busName, at: busPath, on: busName,
                [.string(ServiceNames.busName), .uint32(0)], timeout: startLimit)
            return true
        } catch {
            return false
        }
    }

    private static func hasOwner(on bus: MessageBus) async -> Bool {
        do throws(BusError) {
            return try await bus.owner(of: ServiceNames.busName) != nil
        } catch {
            return false
        }
    }

    /// Waits until `isReady` returns true.
    ///
    /// A daemon that ends with status 0 has found another one that will soon be ready, which is just as good.
    private func wait(for daemon: LaunchedDaemon, isReady: @MediaActor () async -> Bool) async throws(ClientError) {
        var isOver = false
        defer { if !isOver { daemon.collect() } }
        let clock = ContinuousClock()
        let deadline = clock.now + Self.startLimit
        while clock.now < deadline {
            if await isReady() { return }
            if !isOver, let status = daemon.status() {
                isOver = true
                guard status == 0 else { throw daemon.failure(status: status) }
            }
            try? await clock.sleep(for: Self.startTick)
        }
        throw daemon.lateness(Self.startLimit)
    }

    private static let busName = "org.freedesktop.DBus"
    private static let busPath = "/org/freedesktop/DBus"
}
