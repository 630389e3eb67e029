// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
package import OnCueRuntime

/// The keyring of the user's desktop, through the interface `org.freedesktop.secrets` on the session bus: GNOME Keyring,
/// KWallet, KeePassXC and others.
///
/// Every call has a time limit, and the first unanswered one ends an operation. The user is never asked, except by
/// ``unlock(within:)``.
@MediaActor
package final class SecretService {
    private static let name = "org.freedesktop.secrets"
    private static let root = "/org/freedesktop/secrets"
    private static let properties = "org.freedesktop.DBus.Properties"
    /// The path in the place of a prompt's, if there is no question.
    private static let nothing = "/"
    private static let largestReply = 1 << 20

    private let patience: Duration
    private let connect: @MediaActor () async -> MessageBus?

    /// - Parameters:
    ///   - patience: The time limit of a call, including the start of the program.
    ///   - connect: Returns the connection to the session bus; `nil` if there is none.
    package init(patience: Duration = .seconds(5), _ connect: @escaping @MediaActor () async -> MessageBus?) {
        (self.patience, self.connect) = (patience, connect)
    }

    // MARK: State

    /// Whether a program provides it now; none is started.
    package func isThere() async -> Bool {
        guard let bus = try? await bus() else { return false }
        let (name, patience) = (Self.name, patience)
        let owner = await MediaActor.value(within: patience) { try? await bus.owner(of: name) }
        return (owner ?? nil) != nil
    }

    /// Checks whether secrets can be stored.
    ///
    /// - Throws: ``SecretFault``, if they cannot.
    package func check() async throws(SecretFault) {
        let bus = try await bus()
        guard try await !isLocked(try await collection(on: bus), on: bus) else { throw .locked }
    }

    /// Calls the handler when secrets may have become available, as long as the result lives.
    package func watch(_ handler: @escaping @MediaActor () -> Void) async -> [BusSubscription] {
        guard let bus = try? await bus() else { return [] }
        return [
            bus.watchOwner(of: Self.name) { _ in handler() },
            bus.subscribe(
                sender: Self.name, path: Self.root, interface: Self.interface("Service"), member: "CollectionChanged"
            ) { _ in handler() },
            bus.subscribe(
                sender: Self.name, interface: Self.properties, member: "PropertiesChanged",
                firstArgument: Self.interface("Collection")
            ) { _ in handler() },
        ]
    }

    // MARK: Secrets

    /// Stores a secret, replacing any with these attributes, and reads it back.
    ///
    /// - Parameters:
    ///   - label: Its name in programs that show the keyring.
    ///   - attributes: The attributes by which it is found later.
    ///   - others: Attributes that only interest the user.
    package func keep(
        _ secret: String, label: String, attributes: [String: String], _ others: [String: String] = [:]
    ) async throws(SecretFault) {
        let bus = try await bus()
        let collection = try await collection(on: bus)
        guard try await !isLocked(collection, on: bus) else { throw .locked }
        let properties: BusValue = .dictionary([
            Self.interface("Item.Label"): .string(label),
            Self.interface("Item.Attributes"): .texts(attributes.merging(others) { own, _ in own }),
        ])
        let item = try await withSession(on: bus) { session throws(SecretFault) in
            let reply = try await self.call(
                "CreateItem", of: "Collection", at: collection, on: bus,
                [properties, session.seal(secret), .bool(true)])
            guard let item = reply.first?.stringValue, let prompt = reply.last?.stringValue else { throw Self.odd }
            guard prompt == Self.nothing else {
                self.dismiss(prompt, on: bus)
                throw SecretFault.locked
            }
            guard try await self.value(of: item, session, on: bus) == secret else {
                throw SecretFault.failing("gives back another secret than it was given")
            }
            return item
        }
        // It did not replace a secret whose other attributes differ.
        for former in try await found(attributes, on: bus).open where former != item {
            try await remove(former, on: bus)
        }
    }

    /// The secret with these attributes; `nil` if there is none.
    ///
    /// - Throws: `locked`, even if only the keyring that has it is locked.
    package func secret(_ attributes: [String: String]) async throws(SecretFault) -> String? {
        let bus = try await bus()
        let items = try await found(attributes, on: bus)
        guard let item = items.open.first else {
            if items.isLocked { throw .locked }
            return nil
        }
        return try await withSession(on: bus) { session throws(SecretFault) in
            guard let secret = try await self.value(of: item, session, on: bus) else { throw Self.odd }
            return secret
        }
    }

    /// Removes the secrets with these attributes.
    package func remove(_ attributes: [String: String]) async throws(SecretFault) {
        let bus = try await bus()
        let items = try await found(attributes, on: bus)
        for item in items.open { try await remove(item, on: bus) }
        if items.isLocked { throw .locked }
    }

    private func remove(_ item: String, on bus: MessageBus) async throws(SecretFault) {
        let prompt = try await call("Delete", of: "Item", at: item, on: bus).first?.stringValue
        guard let prompt, prompt != Self.nothing else { return }
        dismiss(prompt, on: bus)
        throw .locked
    }

    private func found(
        _ attributes: [String: String], on bus: MessageBus
    ) async throws(SecretFault) -> (open: [String], isLocked: Bool) {
        let reply = try await call("SearchItems", of: "Service", at: Self.root, on: bus, [.texts(attributes)])
        guard reply.count == 2, let open = reply[0].arrayValue, let locked = reply[1].arrayValue else {
            throw Self.odd
        }
        return (open.compactMap(\.stringValue).filter(BusValue.isObjectPath), !locked.isEmpty)
    }

    private func value(
        of item: String, _ session: SecretSession, on bus: MessageBus
    ) async throws(SecretFault) -> String? {
        guard BusValue.isObjectPath(item) else { throw Self.odd }
        let reply = try await call("GetSecret", of: "Item", at: item, on: bus, [.objectPath(session.path)])
        return session.open(reply.first)
    }

    private func withSession<T: Sendable>(
        on bus: MessageBus, _ body: @MediaActor (SecretSession) async throws(SecretFault) -> T
    ) async throws(SecretFault) -> T {
        let session = try await openSession(on: bus)
        let result: Result<T, SecretFault>
        do throws(SecretFault) { result = .success(try await body(session)) } catch { result = .failure(error) }
        // Its result does not matter.
        Task { @MediaActor in _ = try? await self.call("Close", of: "Session", at: session.path, on: bus) }
        return try result.get()
    }

    /// Opens an encrypted session, or a plain one if the program supports no other.
    private func openSession(on bus: MessageBus) async throws(SecretFault) -> SecretSession {
        var generator = SystemRandomNumberGenerator()
        let numbers = SecretNumbers(using: &generator)
        let encrypted = try await opened(SecretSession.encrypted, .bytes(numbers.open), on: bus)
        if let (answer, path) = encrypted {
            guard let key = answer.bytesValue.flatMap(numbers.key(with:)) else { throw Self.odd }
            return SecretSession(path: path, key: key)
        }
        guard let (_, path) = try await opened(SecretSession.plain, .string(""), on: bus) else {
            throw .failing("has no way to pass secrets that OnCue knows")
        }
        return SecretSession(path: path, key: nil)
    }

    /// - Returns: `nil` if the program does not know the algorithm.
    private func opened(
        _ algorithm: String, _ input: BusValue, on bus: MessageBus
    ) async throws(SecretFault) -> (answer: BusValue, path: String)? {
        let reply: [BusValue]
        do throws(BusError) {
            reply = try await ask(
                "OpenSession", of: Self.interface("Service"), at: Self.root, on: bus,
                [.string(algorithm), .variant(input)])
        } catch {
            if error.name == BusError.notSupported { return nil }
            throw Self.fault(error)
        }
        guard let answer = reply.first, let path = reply.last?.stringValue, BusValue.isObjectPath(path) else {
            throw Self.odd
        }
        return (answer, path)
    }

    // MARK: Unlocking

    /// Unlocks the default keyring; the desktop asks the user, if necessary.
    ///
    /// - Parameter limit: The time that the user may take, after which the question is withdrawn.
    package func unlock(within limit: Duration) async throws(SecretFault) {
        let bus = try await bus()
        let collection = try await collection(on: bus)
        guard try await isLocked(collection, on: bus) else { return }
        let reply = try await call(
            "Unlock", of: "Service", at: Self.root, on: bus, [.array([.objectPath(collection)], of: "o")])
        guard let prompt = reply.last?.stringValue, BusValue.isObjectPath(prompt) else { throw Self.odd }
        if prompt != Self.nothing { try await answer(prompt, within: limit, on: bus) }
        guard try await !isLocked(collection, on: bus) else { throw .declined }
    }

    /// Shows a question, and waits for the user.
    private func answer(_ prompt: String, within limit: Duration, on bus: MessageBus) async throws(SecretFault) {
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        let completed = bus.subscribe(
            sender: Self.name, path: prompt, interface: Self.interface("Prompt"), member: "Completed"
        ) { _ in continuation.yield() }
        let gone = bus.watchOwner(of: Self.name) { _ in continuation.yield() }
        try await call("Prompt", of: "Prompt", at: prompt, on: bus, [.string("")])
        let isAnswered: Void? = await MediaActor.value(within: limit) { for await _ in ends { return } }
        withExtendedLifetime((completed, gone)) {}
        if isAnswered == nil { dismiss(prompt, on: bus) }
    }

    /// Withdraws a question.
    private func dismiss(_ prompt: String, on bus: MessageBus) {
        guard BusValue.isObjectPath(prompt) else { return }
        Task { @MediaActor in _ = try? await self.call("Dismiss", of: "Prompt", at: prompt, on: bus) }
    }

    // MARK: The keyring

    /// Returns the default keyring.
    private func collection(on bus: MessageBus) async throws(SecretFault) -> String {
        let reply = try await call("ReadAlias", of: "Service", at: Self.root, on: bus, [.string("default")])
        guard let path = reply.first?.stringValue, BusValue.isObjectPath(path) else { throw Self.odd }
        guard path != Self.nothing else { throw .empty }
        return path
    }

    private func isLocked(_ collection: String, on bus: MessageBus) async throws(SecretFault) -> Bool {
        let reply: [BusValue]
        do throws(BusError) {
            reply = try await ask(
                "Get", of: Self.properties, at: collection, on: bus,
                [.string(Self.interface("Collection")), .string("Locked")])
        } catch { throw Self.fault(error) }
        guard let isLocked = reply.first?.boolValue else { throw Self.odd }
        return isLocked
    }

    // MARK: Calls

    private static let odd = SecretFault.failing("answers in a form that is not understood")

    private static func interface(_ name: String) -> String { "org.freedesktop.Secret." + name }

    private func bus() async throws(SecretFault) -> MessageBus {
        let (connect, patience) = (connect, patience)
        guard let bus = await MediaActor.value(within: patience, of: { await connect() }) ?? nil else { throw .absent }
        return bus
    }

    @discardableResult
    private func call(
        _ member: String, of interface: String, at path: String, on bus: MessageBus, _ arguments: [BusValue] = []
    ) async throws(SecretFault) -> [BusValue] {
        do throws(BusError) {
            return try await ask(member, of: Self.interface(interface), at: path, on: bus, arguments)
        } catch { throw Self.fault(error) }
    }

    private func ask(
        _ member: String, of interface: String, at path: String, on bus: MessageBus, _ arguments: [BusValue]
    ) async throws(BusError) -> [BusValue] {
        try await bus.call(
            member, of: interface, at: path, on: Self.name, arguments, timeout: patience,
            largestReply: Self.largestReply)
    }

    private static func fault(_ error: BusError) -> SecretFault {
        switch error.name {
        case BusError.serviceUnknown, BusError.nameHasNoOwner: .absent
        case let name where name.hasPrefix("org.freedesktop.DBus.Error.Spawn."): .absent
        case interface("Error.IsLocked"): .locked
        case BusError.noReply, BusError.timedOut, BusError.disconnected: .failing("does not answer")
        default: .failing("refuses: " + error.message)
        }
    }
}
