// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

extension ProviderRegistry: nonisolated ProviderService {
    package typealias Failure = any Error

    @MediaActor
    package func providers() async throws -> [ProviderRecord] { sortedLinks.map { ProviderRecord($0) } }

    @MediaActor
    package func addProvider(_ provider: ProviderRegistration) async throws {
        guard BusValue.isObjectPath(provider.objectPath) else { throw provider.pathError }
        if let time = provider.deadline, !ProviderLimits.deadlines.contains(time) {
            throw ServiceError(.invalidValue, "a deadline of \(time); expected 100 to 30000 ms")
        }
        let deadline = provider.deadline.map { Int($0 / .milliseconds(1)) }
        try await register(
            ProviderFile(
                name: provider.name, icon: provider.icon, busName: provider.busName, objectPath: provider.objectPath,
                deadline: deadline),
            keep: provider.isKept)
    }

    @MediaActor
    package func removeProvider(_ busName: String) async throws { try await unregister(busName) }
}

extension ProviderRecord {
    @MediaActor
    fileprivate init(_ link: ProviderLink) {
        self.init(
            busName: link.client.identity.busName, objectPath: link.client.objectPath, name: link.source.name,
            identifier: link.client.identity.root.description, state: link.client.health.state.rawValue,
            failures: link.client.health.failures, latency: link.client.health.latency,
            lastError: link.client.health.lastError, isKept: link.isKept)
        icon = link.source.icon
        deadline = link.client.deadline
    }
}
