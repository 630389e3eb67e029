// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import OnCueRuntime

private let busName = "org.freedesktop.DBus"
private let busPath = "/org/freedesktop/DBus"

/// The result of a request for a well-known name (D-Bus specification, RequestName).
package enum NameRequestResult: Sendable, Equatable {
    case owned
    /// Another connection has the name.
    case taken
}

extension MessageBus {
    /// Requests a well-known name without queueing for it.
    package func requestName(_ name: String) async throws(BusError) -> NameRequestResult {
        let doNotQueue: UInt32 = 4
        let reply = try await call(
            "RequestName", of: busName, at: busPath, on: busName, [.string(name), .uint32(doNotQueue)])
        let isOwner = reply.first == .uint32(1) || reply.first == .uint32(4)
        return isOwner ? .owned : .taken
    }

    /// Releases a name.
    package func releaseName(_ name: String) async throws(BusError) {
        try await call("ReleaseName", of: busName, at: busPath, on: busName, [.string(name)])
    }

    /// Returns the unique name of a name's owner; `nil` if it has none.
    package func owner(of name: String) async throws(BusError) -> String? {
        do throws(BusError) {
            return try await call("GetNameOwner", of: busName, at: busPath, on: busName, [.string(name)]).first?
                .stringValue
        } catch {
            if error.name == BusError.nameHasNoOwner { return nil }
            throw error
        }
    }

    /// Returns whether the bus starts a program for calls to a name; `false` also if the bus does not answer.
    package func canStart(_ name: String) async -> Bool {
        let reply = try? await call("ListActivatableNames", of: busName, at: busPath, on: busName)
        return reply?.first?.stringsValue?.contains(name) ?? false
    }

    /// Returns the well-known names that have an owner, and those for which the bus starts a program.
    package func knownNames() async throws(BusError) -> [String] {
        var names: Set<String> = []
        for method in ["ListNames", "ListActivatableNames"] {
            let reply = try await call(method, of: busName, at: busPath, on: busName)
            names.formUnion((reply.first?.stringsValue ?? []).filter { !$0.hasPrefix(":") })
        }
        return names.sorted()
    }

    /// Returns the number of the process that owns a name.
    package func processIdentifier(of name: String) async throws(BusError) -> Int? {
        try await call("GetConnectionUnixProcessID", of: busName, at: busPath, on: busName, [.string(name)])
            .first?.intValue
    }

    /// Calls `handler` with the new owner, or `nil`, whenever the owner of a name changes.
    package func watchOwner(
        of name: String, _ handler: @escaping @MediaActor (_ owner: String?) -> Void
    ) -> BusSubscription {
        subscribe(
            sender: busName, path: busPath, interface: busName, member: "NameOwnerChanged", firstArgument: name
        ) { signal in
            let owner = signal.arguments.last?.stringValue ?? ""
            handler(owner.isEmpty ? nil : owner)
        }
    }

    /// Calls `handler` once when a connection has left, even if it had already left before, unless the result has been
    /// released by then. The handler must release the result.
    package func watchDeparture(of name: String, _ handler: @escaping @MediaActor () -> Void) -> BusSubscription {
        let watch = watchOwner(of: name) { if $0 == nil { handler() } }
        Task { [weak self, weak watch] in
            do throws(BusError) {
                guard let self, try await self.owner(of: name) == nil, watch != nil else { return }
                handler()
            } catch {
                // The connection is closing, and with it everything that was watched.
            }
        }
        return watch
    }

    /// Calls `handler` whenever the owner of a name in a namespace changes, such as `org.example.One` in `org.example`.
    package func watchOwners(below namespace: String, _ handler: @escaping @MediaActor () -> Void) -> BusSubscription {
        subscribe(
            sender: busName, path: busPath, interface: busName, member: "NameOwnerChanged", firstArgument: namespace,
            isNamespace: true
        ) { _ in handler() }
    }
}
