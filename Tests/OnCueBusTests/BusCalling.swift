// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GLib
import OnCueCore
import OnCueInterface
import OnCueRuntime

@testable import OnCueClient

/// A client that calls an interface over the bus, as programs without the client's library do.
protocol BusCalling {
    var bus: MessageBus { get }
}

extension BusCalling {
    @MediaActor
    @discardableResult
    func call<Arguments: WireForm, Reply: WireForm>(
        _ method: Method<Arguments, Reply>, _ arguments: Arguments
    ) async throws(ServiceError) -> Reply {
        do throws(BusError) {
            let members = try await bus.call(
                method.name, of: method.interface, at: ServiceNames.objectPath, on: ServiceNames.busName,
                FormWriter.members(arguments), timeout: .seconds(10))
            if let reply = MemberReader.value(Reply.self, in: members) { return reply }
        } catch {
            throw ServiceError(error)
        }
        throw ServiceError(.failed, "\(method.name) answered in another form")
    }
}

/// The daemon itself.
struct BusDaemon: DaemonService, BusCalling {
    let bus: MessageBus

    func serviceHealth() async throws(ServiceError) -> [HealthCheck] {
        try await call(DaemonMethods.health, Nothing()).value
    }

    func readConfiguration() async throws(ServiceError) { try await call(DaemonMethods.readConfiguration, Nothing()) }

    func endService() async throws(ServiceError) { try await call(DaemonMethods.quit, Nothing()) }
}

/// The commands of controls elsewhere.
struct BusRemoteCommands: RemoteCommandService, BusCalling {
    let bus: MessageBus

    func remoteCommands() async throws(ServiceError) -> [RemoteCommandRow] {
        try await call(RemoteCommandMethods.list, Nothing()).value
    }

    func perform(_ command: RemoteCommand) async throws(ServiceError) {
        try await call(RemoteCommandMethods.perform, RemoteRequest(command))
    }
}
