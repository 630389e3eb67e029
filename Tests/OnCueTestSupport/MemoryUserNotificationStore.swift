// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueNotifications
package import OnCueSession
internal import Synchronization

/// A store of notifications in memory, which keeps what it is told as the file does.
package final class MemoryUserNotificationStore: NotificationStoring {
    private struct State: Sendable {
        var records: [NotificationRecord] = []
        var clients: [NotificationClient] = []
        var responses: [NotificationResponse] = []
        var isFull = false
    }

    private let state = Mutex(State())

    package init() {}

    /// What a service that starts now finds.
    package var kept: KeptNotifications {
        state.withLock { KeptNotifications(records: $0.records, clients: $0.clients, responses: $0.responses) }
    }

    /// From now on nothing can be kept, or it can again.
    package func fill(_ isFull: Bool = true) { state.withLock { $0.isFull = isFull } }

    package func load() async -> KeptNotifications { kept }

    package func apply(_ effects: [NotificationBook.Effect]) async throws(ContentError) {
        try change { state in
            for effect in effects { Self.apply(effect, &state) }
        }
    }

    package func remove(response number: Int64) async throws(ContentError) {
        try change { $0.responses.removeAll { $0.number == number } }
    }

    private func change(_ body: (inout State) -> Void) throws(ContentError) {
        let isFull = state.withLock { state in
            if !state.isFull { body(&state) }
            return state.isFull
        }
        if isFull { throw ContentError(.storage, "the disk is full") }
    }

    private static func apply(_ effect: NotificationBook.Effect, _ state: inout State) {
        switch effect {
        case .save(let record):
            if let place = state.records.firstIndex(where: { $0.name == record.name }) {
                state.records[place] = record
            } else {
                state.records.append(record)
            }
        case .delete(let name): state.records.removeAll { $0.name == name }
        case .saveClient(let client):
            state.clients.removeAll { $0.name == client.name }
            state.clients.append(client)
        case .deleteClient(let name): state.clients.removeAll { $0.name == name }
        case .respond(let response): state.responses.append(response)
        case .present, .withdraw: break
        }
    }
}
