// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Which adapters of BlueZ have our player, and what is to be asked of BlueZ next.
///
/// What is asked again is asked ``attempts`` times at most, later and later; an adapter or a BlueZ that comes anew is
/// asked from the beginning.
struct MediaRegistrations {
    /// How often an adapter is asked that gives no usable answer.
    static let attempts = 3
    /// More adapters than any machine has; what is beyond is left alone.
    static let largestCount = 16

    enum Action: Equatable {
        /// Ask for the adapters that there are.
        case list
        /// Register with an adapter; the answer has the ticket.
        case register(String, ticket: Int)
        /// Call ``isDue(_:)`` with the ticket after so many pauses.
        case wait(ticket: Int, pauses: Int)
    }

    private struct Adapter {
        var ticket: Int
        var attempt = 1
        /// It has said no for the last time, and is left alone.
        var isRefused = false
    }

    /// That of the question for all adapters.
    private static let listTicket = 0

    /// The unique name of BlueZ; `nil` while it does not run.
    private(set) var owner: String?
    private var adapters: [String: Adapter] = [:]
    private var lastTicket = MediaRegistrations.listTicket
    private var listAttempt = 1

    /// There is somebody to tell.
    var hasAdapters: Bool { adapters.values.contains { !$0.isRefused } }

    /// BlueZ came, went, or was started anew; then it knows nothing of us.
    mutating func ownerChanged(to owner: String?) -> [Action] {
        guard owner != self.owner else { return [] }
        self.owner = owner
        adapters = [:]
        listAttempt = 1
        return owner == nil ? [] : [.list]
    }

    /// These adapters are there, whether they were known or not.
    mutating func found(_ paths: [String]) -> [Action] {
        guard owner != nil else { return [] }
        return paths.filter { adapters[$0] == nil }.prefix(Self.largestCount - adapters.count).map { path in
            lastTicket += 1
            adapters[path] = Adapter(ticket: lastTicket)
            return .register(path, ticket: lastTicket)
        }
    }

    /// An adapter is gone, and our player with it.
    mutating func removed(_ path: String) {
        adapters[path] = nil
    }

    /// An adapter says no, or nothing at all; without effect when it went away meanwhile.
    mutating func failed(_ ticket: Int) -> [Action] {
        guard let (path, adapter) = adapters.first(where: { $0.value.ticket == ticket }) else { return [] }
        guard adapter.attempt < Self.attempts else {
            adapters[path]?.isRefused = true
            return []
        }
        return [.wait(ticket: ticket, pauses: adapter.attempt)]
    }

    /// BlueZ does not say which adapters there are.
    mutating func listFailed() -> [Action] {
        defer { listAttempt += 1 }
        return listAttempt < Self.attempts ? [.wait(ticket: Self.listTicket, pauses: listAttempt)] : []
    }

    /// The time to ask again has come.
    mutating func isDue(_ ticket: Int) -> [Action] {
        if ticket == Self.listTicket { return owner == nil ? [] : [.list] }
        guard let path = adapters.first(where: { $0.value.ticket == ticket })?.key else { return [] }
        lastTicket += 1
        adapters[path]?.ticket = lastTicket
        adapters[path]?.attempt += 1
        return [.register(path, ticket: lastTicket)]
    }
}
