// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueRuntime
package import SystemServices

/// Looks for services in the networks of this machine, through Avahi. Without Avahi, which is never started, there are none.
@MediaActor
package struct ServiceSearch {
    /// The most services that are asked for their address.
    private static let limit = 64

    private let system: SystemBus

    package init(system: SystemBus) { self.system = system }

    /// Looks for services.
    ///
    /// - Parameters:
    ///   - type: The kind of service.
    ///   - limit: How long to look.
    ///   - isEnough: Whether a service is the one that is looked for; the search is then over.
    /// - Returns: What was found, in that order. A service may be there with several addresses.
    package func services(
        _ type: String, within limit: Duration, until isEnough: @escaping @MediaActor (FoundService) -> Bool
    ) async -> [FoundService] {
        guard let bus = await system.connection(), let owner = try? await bus.owner(of: Avahi.name) else { return [] }
        let state = Looking(bus: bus, owner: owner, isEnough: isEnough)
        guard await state.begin(type) else { return [] }
        let deadline = ContinuousClock.now + limit
        // Short waits, so that what is enough ends the search soon.
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
            // Avahi 0.8 tells what a new resolver has in its cache before anybody can know its path, and tells it once. Its
            // signals go to whoever asked, so all of them are listened to.
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

        /// Makes an object and has it begin.
        private func start(_ method: String, _ interface: String, _ arguments: [BusValue]) async -> Bool {
            let answer = try? await bus.call(
                method, of: Avahi.server2, at: Avahi.path, on: owner, arguments, timeout: .seconds(5))
            guard let path = answer?.first?.stringValue, BusValue.isObjectPath(path) else { return false }
            objects.append((path, interface))
            return (try? await bus.call("Start", of: interface, at: path, on: owner, timeout: .seconds(5))) != nil
        }

        /// Takes interface, protocol, name, type, domain and flags.
        private func resolve(_ item: [BusValue]) {
            guard !isOver, objects.count < ServiceSearch.limit, item.count >= 6,
                let flags = item[5].intValue, flags & Avahi.own == 0
            else { return }
            Task { @MediaActor [weak self] in
                _ = await self?.start(
                    "ServiceResolverPrepare", Avahi.resolver, Array(item[..<5]) + [Avahi.any, Avahi.noFlags])
            }
        }

        /// Takes what a resolver has found.
        private func take(_ item: [BusValue]) {
            guard !isOver, let service = FoundService(item) else { return }
            if !found.contains(service) { found.append(service) }
            if isEnough(service) { isOver = true }
        }
    }
}
