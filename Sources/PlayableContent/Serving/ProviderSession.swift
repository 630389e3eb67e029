// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import Glibc
internal import OnCueCore
internal import OnCueRuntime

/// One connection of a manager to the bus.
@MediaActor
enum ProviderSession {
    /// Serves until the task is cancelled.
    static func run(_ manager: PlayableContentManager, on location: BusLocation) async throws(PlayableContentError) {
        try await OwnBus.serve(on: location) { bus throws(PlayableContentError) in try await serve(manager, on: bus) }
    }

    /// Serves until the bus has ended or the task is cancelled.
    private static func serve(_ manager: PlayableContentManager, on bus: MessageBus) async throws(PlayableContentError)
    {
        let interface = ContentProviderInterface(manager, now: now)
        do throws(BusError) {
            let export = try bus.export(interface, at: objectPath(manager))
            guard try await bus.requestName(manager.busName) == .owned else {
                throw BusError(name: nameTaken, message: "")
            }
            manager.setTeller { notices in
                Task { @MediaActor in interface.tell(notices, through: export) }
            }
            defer { manager.setTeller(nil) }
            try await follow(bus, manager)
        } catch {
            throw failure(error, manager)
        }
    }

    /// Returns the object path of a manager: its bus name as a path.
    private static func objectPath(_ manager: PlayableContentManager) -> String {
        manager.busName.utf8.reduce(into: "/") { path, byte in
            let character = Character(UnicodeScalar(byte))
            path.append(character == "." ? "/" : character == "-" ? "_" : character)
        }
    }

    // MARK: The bus

    /// The session bus, or OnCue's own if there is none.
    nonisolated static var location: BusLocation {
        let values = ProcessEnvironment.variables(UserDirectories.variableNames)
        let directories = UserDirectories(
            environment: values, userID: ProcessEnvironment.userID, homeFallback: ProcessEnvironment.homeDirectory)
        return BusLocation(
            environment: values, runtimeDirectory: directories.runtime, isSocket: PrivateDirectory.isSocket)
    }

    static func connect(_ address: String) async throws(PlayableContentError) -> MessageBus {
        do throws(BusError) {
            return try await MessageBus.connect(to: address)
        } catch {
            throw PlayableContentError(.noBus, "cannot reach the bus at \(address): \(error.message)")
        }
    }

    /// Registers whenever the service appears; returns when the bus has closed or the task is cancelled.
    private static func follow(_ bus: MessageBus, _ manager: PlayableContentManager) async throws(BusError) {
        // If several restarts were missed, only the last one matters: that the service went, and that it is back.
        let (owners, continuation) = AsyncStream.makeStream(of: String?.self, bufferingPolicy: .bufferingNewest(2))
        bus.onClosed = { continuation.finish() }
        let watch = bus.watchOwner(of: ServiceNames.busName) { continuation.yield($0) }
        let endpoint = EndpointWatch(manager, on: bus)
        defer { withExtendedLifetime(watch) {} }
        // Do this before sending notices, which may be newer by the time of the answer.
        var service = try await bus.owner(of: ServiceNames.busName)
        try await show(manager, to: service, endpoint, on: bus)
        for await owner in owners where owner != service {
            service = owner
            try await show(manager, to: service, endpoint, on: bus)
        }
        await endpoint.update(isShown: false)
    }

    private static func show(
        _ manager: PlayableContentManager, to service: String?, _ endpoint: EndpointWatch, on bus: MessageBus
    ) async throws(BusError) {
        let isShown = service == nil ? false : try await register(manager, on: bus)
        await endpoint.update(isShown: isShown)
    }

    /// Registers the manager; returns `false` if the service has gone meanwhile.
    private static func register(_ manager: PlayableContentManager, on bus: MessageBus) async throws(BusError) -> Bool {
        do throws(BusError) {
            try await bus.call(
                "Register", of: ServiceNames.providers, at: ServiceNames.objectPath, on: ServiceNames.busName,
                [
                    .string(manager.busName), .objectPath(objectPath(manager)),
                    .dictionary(["name": .string(manager.name), "icon": .string(manager.icon)]),
                ],
                startsService: false)
            return true
        } catch {
            let gone = [BusError.serviceUnknown, BusError.nameHasNoOwner, BusError.disconnected]
            // The service is stopped or busy, and will not report when it continues; if it has gone, the next answer
            // shows that.
            if error.isUnanswered, !Task.isCancelled { return try await register(manager, on: bus) }
            guard error.isUnanswered || gone.contains(error.name) else {
                throw BusError(name: refused, message: error.message)
            }
            return false
        }
    }

    // MARK: Failures

    private static let nameTaken = "taken"
    private static let refused = "refused"

    private static func failure(_ error: BusError, _ manager: PlayableContentManager) -> PlayableContentError {
        switch error.name {
        case nameTaken: PlayableContentError(.nameTaken, "the bus name \(manager.busName) is taken by another program")
        case refused: PlayableContentError(.refused, "OnCue refused \(manager.busName): \(error.message)")
        default: PlayableContentError(.noBus, "cannot provide \(manager.busName): \(error.message)")
        }
    }

    /// The current time in microseconds since 1970.
    private static var now: UInt64 { UInt64(time(nil)) &* 1_000_000 }
}
