// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueInterface

extension OnCueConnection {
    package func providers() async throws(ClientError) -> [ProviderRecord] {
        let reply = try await call("GetProviders", of: ServiceNames.providers)
        guard let providers = WireDictionary.list(reply.first) else { throw .unexpectedAnswer(to: "GetProviders") }
        return providers.map(ProviderRecord.init)
    }

    package func addProvider(_ provider: ProviderRegistration) async throws(ClientError) {
        guard BusValue.isObjectPath(provider.objectPath) else {
            throw ClientError(
                .invalidValue,
                "\"\(provider.objectPath.prefix(200))\" is not an object path; expected /org/example/Music")
        }
        var options: [String: BusValue] = ["keep": .bool(true)]
        if let name = provider.name { options["name"] = .string(name) }
        if let icon = provider.icon { options["icon"] = .string(icon) }
        if let deadline = provider.deadline {
            options["deadline"] = .uint32(UInt32(clamping: Int(deadline / .milliseconds(1))))
        }
        try await call(
            "Register", of: ServiceNames.providers,
            [.string(provider.busName), .objectPath(provider.objectPath), .dictionary(options)])
    }

    package func removeProvider(_ busName: String) async throws(ClientError) {
        try await call("Unregister", of: ServiceNames.providers, [.string(busName)])
    }
}
