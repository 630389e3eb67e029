// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueRuntime
package import SystemServices

/// Searches for services in the networks of this machine through Avahi. Without Avahi, which is never started, it finds
/// none.
@MediaActor
package struct ServiceSearch {
    /// The largest number of services whose addresses are requested.
    private static let limit = 64

    private let system: SystemBus

    package init(system: SystemBus) { self.system = system }

    /// Searches for services.
    ///
    /// - Parameters:
    ///   - type: The kind of service.
    ///   - limit: The duration of the search.
    ///   - isEnough: Returns whether a service is the one being searched for, which ends the search.
    /// - Returns: The services in the order in which they were found. A service may occur with several addresses.
    package func services(
        _ type: String, within limit: Duration, until isEnough: @escaping @MediaActor (FoundService) -> Bool
    ) async -> [FoundService] {
        guard let bus = await system.connection(), let owner = try? await bus.owner(of: Avahi.name) else { return [] }
        let state = Looking(bus: bus, owner: owner, isEnough: isEnough)
        guard await state.begin(type) else { return [] }
        let deadline = ContinuousClock.now + limit
        // Wait briefly each time, so that a match ends the search soon.
        while !state.isOver, ContinuousClock.now < deadline {
            guard (try? await MediaActor.sleep(for: .milliseconds(20))) != nil else { break }
        }
        await state.end()
        return state.found
    }

    /// One search.
    @MediaActor
    private final class Looking {
        private let bus: MessageBus
        private let owner: String
        private let isEnough: @MediaActor (FoundService) -> Bool
        private var objects: [(path: String, interface: String)] = []
        private var subscriptions: [BusSubscription] = []
        private(set) var found: [FoundService] = []
        private(set) var isOver = false

        init(bus: MessageBus, owner: String, isEnough: @escaping @MediaActor (FoundService) -> Bool) {
            (self.bus, self.owner, self.isEnough) = (bus, owner, isEnough)
        }

        func begin(_ type: String) async -> Bool {
            // Avahi 0.8 reports the cached results of a new resolver only once, and before a caller can know its path.
            // It sends these signals to the connection that asked, so listen to all of them.
            listen(Avahi.browser, "ItemNew") { [weak self] item in
                if item.count >= 4, item[3].stringValue == type { self?.resolve(item) }
            }
            listen(Avahi.resolver, "Found") { [weak self] item in
                if item.count >= 4, item[3].stringValue == type { self?.take(item) }
            }
            return await start(
                "ServiceBrowserPrepare", Avahi.browser,
                [Avahi.any, Avahi.any, .string(type), .string("local"), Avahi.noFlags])
        }

        private func listen(
            _ interface: String, _ member: String, _ handler: @escaping @MediaActor ([BusValue]) -> Void
        ) {
            subscriptions.append(
                bus.subscribe(sender: owner, interface: interface, member: member) { handler($0.arguments) })
        }

        func end() async {
            isOver = true
            subscriptions = []
            for object in objects {
                _ = try? await bus.call("Free", of: object.interface, at: object.path, on: owner, timeout: .seconds(1))
            }
        }

        /// Creates an object and starts it.
        private func start(_ method: String, _ interface: String, _ arguments: [BusValue]) async -> Bool {
            let answer = try? await bus.call(
                method, of: Avahi.server2, at: Avahi.path, on: owner, arguments, timeout: .seconds(5))
            guard let path = answer?.first?.stringValue, BusValue.isObjectPath(path) else { return false }
            objects.append((path, interface))
            return (try? await bus.call("Start", of: interface, at: path, on: owner, timeout: .seconds(5))) != nil
        }

        /// Requests the address of a service, given its interface, protocol, name, type, domain and flags.
        private func resolve(_ item: [BusValue]) {
            guard !isOver, objects.count < ServiceSearch.limit, item.count >= 6,
                let flags = item[5].intValue, flags & Avahi.own == 0
            else { return }
            Task { @MediaActor [weak self] in
                _ = await self?.start(
                    "ServiceResolverPrepare", Avahi.resolver, Array(item[..<5]) + [Avahi.any, Avahi.noFlags])
            }
        }

        /// Adds a result of a resolver.
        private func take(_ item: [BusValue]) {
            guard !isOver, let service = FoundService(item) else { return }
            if !found.contains(service) { found.append(service) }
            if isEnough(service) { isOver = true }
        }
    }
}
