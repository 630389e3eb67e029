// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueRuntime
package import SystemServices

/// Reports services of a kind as they appear in the networks of this machine, through Avahi, until it is stopped.
///
/// Nothing wakes up between appearances. Avahi is never started; without it nothing is reported.
@MediaActor
package final class ServiceWatch {
    /// The largest number of services resolved at a time, and of those that wait for it. Any others are missed.
    private static let limits = (asked: 8, waiting: 64)
    /// The longest wait for a service to be resolved, and the shortest time for which its place is taken, so that a
    /// flood of announcements costs little.
    private static let patience: Duration = .seconds(10)

    private let type: String
    private let avahi: SystemService
    private let handler: @MediaActor (FoundService) -> Void
    private var subscriptions: [BusSubscription] = []
    private var browser: (path: String, owner: String)?
    /// A number that changes with every owner of the bus name, so that answers of an earlier one are ignored.
    private var round = 0
    private var asked = 0
    private var waiting: [[BusValue]] = []

    /// - Parameters:
    ///   - type: The kind of service.
    ///   - handler: Called for each service that appears, including those already there at first, and more than once
    ///     for one with several addresses.
    package init(_ type: String, system: SystemBus, _ handler: @escaping @MediaActor (FoundService) -> Void) {
        (self.type, self.handler) = (type, handler)
        avahi = SystemService(Avahi.name, on: system)
    }

    package func start() {
        avahi.onChange = { [weak self] state in
            guard let self else { return }
            forget()
            if case .present(let owner) = state { Task { @MediaActor [weak self] in await self?.browse(owner) } }
        }
        avahi.start()
    }

    /// Stops the watch; nothing is reported afterwards.
    package func stop() async {
        let (browser, bus) = (browser, avahi.bus)
        avahi.onChange = nil
        avahi.stop()
        forget()
        if let browser, let bus { await Self.free(browser.path, Avahi.browser, browser.owner, bus) }
    }

    private func forget() {
        round += 1
        (subscriptions, browser, asked, waiting) = ([], nil, 0, [])
    }

    private func browse(_ owner: String) async {
        guard let bus = avahi.bus else { return }
        let current = round
        // Receive all signals that Avahi sends to this connection, since it sends some before the path of their object
        // is known.
        listen(bus, owner, Avahi.browser, "ItemNew") { [weak self] in self?.ask($0) }
        listen(bus, owner, Avahi.resolver, "Found") { [weak self] in
            if let self, let service = FoundService($0) { handler(service) }
        }
        let words = [Avahi.any, Avahi.any, .string(type), .string("local"), Avahi.noFlags]
        let path = await Self.make("ServiceBrowserPrepare", Avahi.browser, words, owner, bus) { [weak self] in
            self?.round == current
        }
        guard let path else { return }
        if current == round { browser = (path, owner) } else { await Self.free(path, Avahi.browser, owner, bus) }
    }

    private func listen(
        _ bus: MessageBus, _ owner: String, _ interface: String, _ member: String,
        _ handler: @escaping @MediaActor ([BusValue]) -> Void
    ) {
        subscriptions.append(
            bus.subscribe(sender: owner, interface: interface, member: member) { [type] signal in
                let item = signal.arguments
                if item.count >= 6, item[3].stringValue == type { handler(item) }
            })
    }

    /// Requests the rest of a service, given its interface, protocol, name, type, domain and flags.
    private func ask(_ item: [BusValue]) {
        guard let flags = item[5].intValue, flags & Avahi.own == 0, waiting.count < Self.limits.waiting else { return }
        waiting.append(item)
        askNext()
    }

    private func askNext() {
        guard asked < Self.limits.asked, !waiting.isEmpty, let bus = avahi.bus, case .present(let owner)? = avahi.state
        else { return }
        let words = Array(waiting.removeFirst()[..<5]) + [Avahi.any, Avahi.noFlags]
        asked += 1
        let current = round
        Task { @MediaActor [weak self] in
            let path = await Self.make("ServiceResolverPrepare", Avahi.resolver, words, owner, bus) { true }
            try? await MediaActor.sleep(for: Self.patience)
            if let path { await Self.free(path, Avahi.resolver, owner, bus) }
            guard let self, current == round else { return }
            asked -= 1
            askNext()
        }
    }

    /// Creates an Avahi object, and starts it if it is still wanted.
    private static func make(
        _ method: String, _ interface: String, _ arguments: [BusValue], _ owner: String, _ bus: MessageBus,
        ifWanted isWanted: @MediaActor () -> Bool
    ) async -> String? {
        let answer = try? await bus.call(
            method, of: Avahi.server2, at: Avahi.path, on: owner, arguments, timeout: .seconds(5),
            startsService: false)
        guard let path = answer?.first?.stringValue, BusValue.isObjectPath(path) else { return nil }
        if isWanted() { _ = try? await bus.call("Start", of: interface, at: path, on: owner, timeout: .seconds(5)) }
        return path
    }

    private static func free(_ path: String, _ interface: String, _ owner: String, _ bus: MessageBus) async {
        _ = try? await bus.call("Free", of: interface, at: path, on: owner, timeout: .seconds(1), startsService: false)
    }
}
