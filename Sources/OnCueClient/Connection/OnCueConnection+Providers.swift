// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore

extension OnCueConnection {
    package func providers() async throws(ClientError) -> [ProviderRecord] {
        let reply = try await call("GetProviders", of: ServiceNames.providers)
        guard let providers = WireDictionary.list(reply.first) else { throw .unexpectedAnswer(to: "GetProviders") }
        return providers.map(ProviderRecord.init)
    }

    package func addProvider(_ busName: String, at objectPath: String) async throws(ClientError) {
        guard BusValue.isObjectPath(objectPath) else {
            throw ClientError(
                .invalidValue, "\"\(objectPath.prefix(200))\" is no object path; expected /org/example/Music")
        }
        try await call(
            "Register", of: ServiceNames.providers,
            [.string(busName), .objectPath(objectPath), .dictionary(["keep": .bool(true)])])
    }

    package func removeProvider(_ busName: String) async throws(ClientError) {
        try await call("Unregister", of: ServiceNames.providers, [.string(busName)])
    }
}
