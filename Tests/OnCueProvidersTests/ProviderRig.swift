// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueSession
import OnCueTestSupport

@testable import OnCueBus
@testable import OnCueProviders

/// Our side of providers on a private bus, and a program before it.
@MediaActor
final class ProviderRig {
    let bus: PrivateBus
    let server: MessageBus
    let client: MessageBus
    let directory: TemporaryDirectory
    let content = CombinedContentSource([], revision: ContentTree.Revision(1))
    let registry: ProviderRegistry
    let exports: ServiceExports
    let provider: FakeProvider
    private var others: [FakeProvider] = []

    /// - Parameters:
    ///   - firstPause: After the first failure; a minute where it must not be over before the test is.
    ///   - services: A directory with service files of programs that the bus starts.
    init(
        _ manner: FakeProvider.Manner = .good, deadline: Int = 10_000, firstPause: Duration = .seconds(1),
        services: String? = nil
    ) async throws {
        bus = try await PrivateBus(services: services)
        server = try await bus.connect()
        client = try await bus.connect()
        directory = try TemporaryDirectory()
        registry = ProviderRegistry(bus: server, content: content, folder: directory.path + "/providers")
        registry.firstPause = firstPause
        exports = ServiceExports(on: server)
        try exports.add(registry, changes: registry.changes)
        _ = try await server.requestName(ServiceNames.busName)
        provider = FakeProvider()
        provider.manner = manner
        try await provider.begin(on: client)
        try await register(provider, deadline: deadline)
    }

    func register(
        _ provider: FakeProvider, deadline: Int = 10_000, keep: Bool = false, icon: String = ""
    ) async throws {
        try await register(provider.busName, deadline: deadline, keep: keep, icon: icon)
    }

    func register(
        _ busName: String, deadline: Int = 10_000, keep: Bool = false, icon: String = ""
    ) async throws {
        try await call(
            "Register",
            [
                .string(busName), .objectPath(FakeProvider.path),
                .dictionary(["deadline": .uint32(UInt32(deadline)), "keep": .bool(keep), "icon": .string(icon)]),
            ])
    }

    @discardableResult
    func call(_ member: String, _ arguments: [BusValue] = []) async throws -> [BusValue] {
        try await client.call(
            member, of: ServiceNames.providers, at: ServiceNames.objectPath, on: ServiceNames.busName, arguments,
            timeout: .seconds(10))
    }

    var root: ContentIdentifier { ContentIdentifier(kind: .provider, key: provider.busName) }

    func item(_ own: String) -> ContentIdentifier {
        ContentIdentifier(kind: .provided, key: provider.busName + "/" + own)
    }

    func page(_ identifier: ContentIdentifier? = nil, offset: Int = 0, limit: Int = 100) async throws -> ContentPage {
        try await content.children(of: identifier ?? root, offset: offset, limit: limit, at: nil)
    }

    /// What the interface says of a provider; of the first without a name.
    func status(of busName: String? = nil) async throws -> [String: BusValue] {
        let all = try await call("GetProviders").first?.arrayValue?.compactMap(\.dictionaryValue) ?? []
        return all.first { busName == nil || $0["busName"]?.stringValue == busName } ?? [:]
    }

    /// Waits until the status is as it should be.
    func wait(
        for busName: String? = nil, within limit: Duration = .seconds(60),
        for isRight: ([String: BusValue]) -> Bool
    ) async throws {
        var last: [String: BusValue] = [:]
        try await waitUntil("the provider is as it should, not \(last)", within: limit) {
            last = try await status(of: busName)
            return isRight(last)
        }
    }
}
