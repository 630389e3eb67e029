// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The adapters of BlueZ that have our player, and the next requests to BlueZ.
///
/// A request is sent up to ``attempts`` times in total, with growing pauses; the count restarts with a new adapter or a
/// new BlueZ.
struct MediaRegistrations {
    /// The number of requests to an adapter that does not give a usable answer.
    static let attempts = 3
    /// More adapters than any machine has; further ones are ignored.
    static let largestCount = 16

    enum Action: Equatable {
        /// Request the list of adapters.
        case list
        /// Register with an adapter; the answer has the ticket.
        case register(String, ticket: Int)
        /// Call ``isDue(_:)`` with the ticket after a number of pauses.
        case wait(ticket: Int, pauses: Int)
    }

    private struct Adapter {
        var ticket: Int
        var attempt = 1
        /// Whether it has refused for the last time, and is no longer asked.
        var isRefused = false
    }

    /// The ticket of the request for all adapters.
    private static let listTicket = 0

    /// The unique name of BlueZ; `nil` while it does not run.
    private(set) var owner: String?
    private var adapters: [String: Adapter] = [:]
    private var lastTicket = MediaRegistrations.listTicket
    private var listAttempt = 1

    /// Whether there is an adapter to update.
    var hasAdapters: Bool { adapters.values.contains { !$0.isRefused } }

    /// Handles the appearance, disappearance or restart of BlueZ, which then does not know our player.
    mutating func ownerChanged(to owner: String?) -> [Action] {
        guard owner != self.owner else { return [] }
        self.owner = owner
        adapters = [:]
        listAttempt = 1
        return owner == nil ? [] : [.list]
    }

    /// Handles adapters that are there, whether they were known or not.
    mutating func found(_ paths: [String]) -> [Action] {
        guard owner != nil else { return [] }
        return paths.filter { adapters[$0] == nil }.prefix(Self.largestCount - adapters.count).map { path in
            lastTicket += 1
            adapters[path] = Adapter(ticket: lastTicket)
            return .register(path, ticket: lastTicket)
        }
    }

    /// Handles the removal of an adapter, and of our player with it.
    mutating func removed(_ path: String) {
        adapters[path] = nil
    }

    /// Handles a refusal or a missing answer of an adapter; does nothing if the adapter has gone meanwhile.
    mutating func failed(_ ticket: Int) -> [Action] {
        guard let (path, adapter) = adapters.first(where: { $0.value.ticket == ticket }) else { return [] }
        guard adapter.attempt < Self.attempts else {
            adapters[path]?.isRefused = true
            return []
        }
        return [.wait(ticket: ticket, pauses: adapter.attempt)]
    }

    /// Handles a missing list of adapters.
    mutating func listFailed() -> [Action] {
        defer { listAttempt += 1 }
        return listAttempt < Self.attempts ? [.wait(ticket: Self.listTicket, pauses: listAttempt)] : []
    }

    /// Handles the time for another request.
    mutating func isDue(_ ticket: Int) -> [Action] {
        if ticket == Self.listTicket { return owner == nil ? [] : [.list] }
        guard let path = adapters.first(where: { $0.value.ticket == ticket })?.key else { return [] }
        lastTicket += 1
        adapters[path]?.ticket = lastTicket
        adapters[path]?.attempt += 1
        return [.register(path, ticket: lastTicket)]
    }
}
