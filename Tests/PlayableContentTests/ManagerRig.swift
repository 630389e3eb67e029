// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GLib
import OnCueBus
import OnCueCore
import OnCueInterface
import OnCueProviders
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import PlayableContent

/// A manager on a private bus, and the service's side of providers before it.
@MediaActor
final class ManagerRig {
    let bus: PrivateBus
    let directory: TemporaryDirectory
    let content: TestContent
    let manager = PlayableContentManager(name: "Mine", busName: "org.example.Mine")
    private(set) var service: Service?
    private var running: Task<Void, any Error>?

    /// What OnCue has of providers.
    @MediaActor
    final class Service {
        let tree = CombinedContentSource([], revision: ContentTree.Revision(1))
        let registry: ProviderRegistry
        private let exports: ServiceExports
        private let bus: MessageBus

        init(on bus: MessageBus, folder: String) async throws {
            self.bus = bus
            registry = ProviderRegistry(bus: bus, content: tree, folder: folder, deadline: .seconds(30))
            exports = ServiceExports(on: bus)
            try exports.add(registry, changes: registry.changes)
            _ = try await bus.requestName(ServiceNames.busName)
        }

        /// The titles of the branches.
        var titles: [String] { tree.branches.map(\.title) }

        func end() async throws {
            try await bus.releaseName(ServiceNames.busName)
        }
    }

    init(_ content: TestContent = TestContent()) async throws {
        bus = try await PrivateBus()
        directory = try TemporaryDirectory()
        self.content = content
        manager.dataSource = content
        manager.delegate = content
        let (manager, address) = (manager, bus.address)
        running = Task { try await manager.run(at: address) }
    }

    deinit { running?.cancel() }

    /// Ends the manager's run; returns when it has ended.
    func stop() async throws {
        running?.cancel()
        try await running?.value
    }

    /// The end of a run that nobody asked for.
    func failure() async -> PlayableContentError? {
        await running?.result.failure as? PlayableContentError
    }

    /// Starts the service, in place of the one before.
    func startService() async throws {
        try await service?.end()
        service = try await Service(on: try await bus.connect(), folder: directory.file("providers"))
    }

    /// The branch of the manager, once it is there under its name.
    func branch() async throws -> any ContentSource {
        try await waitFor("the manager has registered") {
            guard let branch = service?.tree.branches.first, branch.title == "Mine",
                manager.context.isEndpointAvailable
            else { return nil }
            return branch.source
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
