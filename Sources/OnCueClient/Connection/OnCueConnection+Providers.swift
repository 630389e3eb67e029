// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueInterface

extension OnCueConnection: ProviderService {
    package func providers() async throws(ServiceError) -> [ProviderRecord] { try await read(ProviderMethods.list) }

    package func addProvider(_ provider: ProviderRegistration) async throws(ServiceError) {
        guard BusValue.isObjectPath(provider.objectPath) else { throw provider.pathError }
        try await call(ProviderMethods.register, ProviderRequest(provider))
    }

    package func removeProvider(_ busName: String) async throws(ServiceError) {
        try await call(ProviderMethods.unregister, Only(busName))
    }
}

extension OnCueConnection {
    package func programNames() async throws(ClientError) -> [String] { try await link.programNames() }
}

extension BusLink {
    fileprivate func programNames() async throws(ClientError) -> [String] {
        let bus = try await connected()
        do throws(BusError) {
            return try await bus.knownNames()
        } catch {
            throw ClientError(error)
        }
    }
}
