// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
package import OnCueInterface
package import OnCueRuntime
package import WebPush

/// Carries out the requests in push messages.
@MediaActor
package protocol PushActing {
    /// Refreshes in the background.
    ///
    /// - Throws: The reason why that is not done now.
    func refresh(_ part: PushRequest.Refreshed) async throws
    /// Shows a notification; a later one with the same identifier replaces it.
    ///
    /// - Throws: The reason why it cannot be shown.
    func notify(_ notice: PushRequest.Notice, identifier: String) async throws
    /// Suggests the item at a place; a later suggestion with the same identifier replaces it.
    ///
    /// - Throws: The reason why there is no such item, or it cannot be suggested.
    func suggest(_ place: String, identifier: String?) async throws
}

/// The inbox for push messages: registered with a distributor of UnifiedPush as long as it is on.
///
/// The keys and the token are derived from one secret file, which exists while it is on. Senders must know the address
/// and both keys; only the distributor may call the connector.
@MediaActor
package final class PushInbox: nonisolated PushService {
    package typealias Failure = ServiceError

    /// The maximum time to wait for an address.
    static let patience: Duration = .seconds(10)
    /// The number of messages that are accepted at once, and the pause after which there is room for one more.
    private static let (burst, pause) = (20, Duration.seconds(15))
    private static let remembered = 100

    private let bus: MessageBus
    private let actions: any PushActing
    private let secret: SecretFile
    private let path: String
    private let log = Logger("push")
    private var exports: [BusExport] = []
    private var identity: (keys: PushKeys, token: String)?
    private var distributor: PushDistributor?
    private var owner: String?
    private var watch: BusSubscription?
    private var isRegistering = false
    /// Whether the distributors have changed during a registration.
    private var hasChanged = false
    /// The events from a distributor that was started by the call, before its connection was known.
    private var early: [(event: PushConnector.Event, token: String, sender: String)] = []
    /// The last of the messages that are carried out one after the other.
    private var carrying: Task<Void, Never>?
    private var status = PushStatus()
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// The identifiers of the last messages, the newest last.
    private var known: [String] = []
    private var room = PushInbox.burst
    private var refilled = ContinuousClock.now

    /// - Parameters:
    ///   - bus: The session bus.
    ///   - path: The secret file.
    ///   - connectors: The introspection XML of the connectors, versions 1 and 2.
    /// - Throws: ``BusError`` if a connector is exported already.
    package init(
        bus: MessageBus, secret path: String, connectors: [String], _ actions: any PushActing
    ) throws(BusError) {
        (self.bus, self.path, self.actions) = (bus, path, actions)
        secret = SecretFile(path: path)
        for (index, xml) in connectors.enumerated() {
            let connector = PushConnector(version: index + 1, xml) { [weak self] in self?.receive($0, $1, from: $2) }
            exports.append(try bus.export(connector, at: PushConnector.path))
        }
    }

    /// Registers again, if push messages are on. If there is no distributor, waits for one to appear.
    package func begin() async {
        guard await secret.isThere() else { return }
        do throws(ServiceError) {
            try await prepare()
        } catch {
            return note(error)
        }
        await registerAgain()
    }

    package func close() {
        (watch, exports) = (nil, [])
        resume()
    }

    // MARK: PushService

    @MediaActor
    package func push() async throws(ServiceError) -> PushStatus { status }

    @MediaActor
    package func setPush(_ isOn: Bool) async throws(ServiceError) -> PushStatus {
        guard isOn else {
            try await forget()
            return status
        }
        // If it was on already, the keys stay whatever fails now, because senders have them.
        let wasOn = await secret.isThere()
        do throws(ServiceError) {
            try await prepare()
            try await register()
            try await waitForEndpoint()
        } catch {
            if !wasOn { try? await forget() }
            throw error
        }
        return status
    }

    /// Loads or creates the keys, and follows distributors that come and go.
    private func prepare() async throws(ServiceError) {
        guard let seed = await secret.load() else {
            throw ServiceError(.storage, "cannot write \(path); check its permissions and the free space")
        }
        let (keys, token) = PushKeys.derived(from: seed)
        identity = (keys, token)
        status.isOn = true
        status.publicKey = Base64URL.text(keys.publicKey)
        status.authentication = Base64URL.text(keys.authentication)
        watch = bus.watchOwners(below: PushDistributor.namespace) { [weak self] in
            Task { @MediaActor in await self?.distributorsChanged() }
        }
    }

    private func register() async throws(ServiceError) {
        isRegistering = true
        defer { endRegistering() }
        guard let distributor = await PushDistributor.find(on: bus), let token = identity?.token else {
            throw ServiceError(
                .notAvailable,
                "no distributor of UnifiedPush is installed; install one, such as KUnifiedPush, and set up its server")
        }
        (self.distributor, status.distributor) = (distributor, distributor.name)
        owner = try? await bus.owner(of: distributor.name)
        try await distributor.register(token, on: bus)
        status.problem = nil
        // The distributor may have been started by the call, and may have ended since.
        owner = try? await bus.owner(of: distributor.name)
        if owner == nil { noteEnd() }
    }

    private func endRegistering() {
        isRegistering = false
        let said = early
        early = []
        for (event, token, sender) in said { receive(event, token, from: sender) }
        guard hasChanged else { return }
        hasChanged = false
        Task { @MediaActor [weak self] in await self?.distributorsChanged() }
    }

    private func registerAgain() async {
        do throws(ServiceError) { try await register() } catch { note(error) }
    }

    private func note(_ error: ServiceError) {
        status.problem = error.message
        log.info("no push messages", ["reason": error.message])
    }

    /// Registers with a distributor that has appeared or was restarted: it knows no registration, or may have a new
    /// address.
    private func distributorsChanged() async {
        guard identity != nil else { return }
        let new = if let distributor { try? await bus.owner(of: distributor.name) } else { String?.none }
        // Checked again when the registration is over.
        guard !isRegistering else {
            hasChanged = true
            return
        }
        let old = owner
        guard new == nil || new != old else { return }
        owner = new
        if old != nil, new == nil { noteEnd() }
        // A distributor that has only ended is not started again for this.
        guard new != nil || distributor == nil, await PushDistributor.find(on: bus, isRunning: true) != nil else {
            return
        }
        await registerAgain()
    }

    private func noteEnd() {
        status.endpoint = nil
        status.problem = "the distributor has ended; messages come when one runs again"
    }

    private func waitForEndpoint() async throws(ServiceError) {
        guard status.endpoint == nil else { return }
        guard owner != nil else { throw ServiceError(.notAvailable, status.problem ?? "the distributor has ended") }
        let limit = Task { @MediaActor [weak self] in
            if (try? await MediaActor.sleep(for: Self.patience)) != nil { self?.resume() }
        }
        await withCheckedContinuation { waiting.append($0) }
        limit.cancel()
        guard status.endpoint == nil else { return }
        throw ServiceError(
            .notAvailable,
            "\(status.distributor ?? "the distributor") gave no address within \(Self.patience.components.seconds) s; "
                + "check whether its server can be reached, then try again")
    }

    private func resume() {
        let all = waiting
        waiting = []
        for continuation in all { continuation.resume() }
    }

    private func forget() async throws(ServiceError) {
        if let distributor, let token = identity?.token { await distributor.unregister(token, on: bus) }
        (identity, distributor, owner, watch, known) = (nil, nil, nil, nil, [])
        status = PushStatus()
        resume()
        guard await secret.remove() else {
            throw ServiceError(.storage, "cannot delete \(path); check its permissions")
        }
    }

    // MARK: Messages

    private func receive(_ event: PushConnector.Event, _ token: String, from sender: String) {
        guard let identity, token == identity.token else { return }
        guard sender == owner else {
            if isRegistering, early.count < Self.burst { early.append((event, token, sender)) }
            return
        }
        switch event {
        case .endpoint(let endpoint):
            guard endpoint.hasPrefix("https://") || endpoint.hasPrefix("http://"), endpoint.utf8.count <= 2000 else {
                return refuse("the distributor gave an address that is none")
            }
            status.endpoint = endpoint
            resume()
        case .unregistered:
            status.endpoint = nil
            status.problem = "the distributor has ended the registration; switch push messages on again"
        case .message(let message, let identifier): take(message, identifier, identity.keys)
        }
    }

    private func take(_ message: [UInt8], _ identifier: String, _ keys: PushKeys) {
        guard identifier.isEmpty || !known.contains(identifier) else { return }
        guard hasRoom() else { return refuse("too many messages came at once") }
        if !identifier.isEmpty { known = known.suffix(Self.remembered - 1) + [identifier] }
        guard let text = keys.open(message) else {
            return refuse("a message was not encrypted with the present keys")
        }
        do throws(PushRequestError) {
            let request = try PushRequest(text)
            let before = carrying
            carrying = Task { @MediaActor [weak self] in
                await before?.value
                await self?.carryOut(request, identifier)
            }
        } catch {
            refuse("a message was not understood: \(error.message)")
        }
    }

    private func hasRoom() -> Bool {
        let gained = Int((ContinuousClock.now - refilled) / Self.pause)
        if gained > 0 {
            room = min(Self.burst, room + gained)
            refilled += Self.pause * gained
        }
        guard room > 0 else { return false }
        room -= 1
        return true
    }

    private func carryOut(_ request: PushRequest, _ identifier: String) async {
        do {
            switch request.verb {
            case .refresh(let part): try await actions.refresh(part)
            case .notify(let notice):
                try await actions.notify(notice, identifier: request.collapseID ?? identifier)
            case .suggest(let place): try await actions.suggest(place, identifier: request.collapseID)
            }
        } catch {
            return refuse(ServiceError(error).message)
        }
        status.taken += 1
    }

    private func refuse(_ reason: String) {
        status.refused += 1
        status.problem = reason
        log.info("refused a push message", ["reason": reason])
    }
}
