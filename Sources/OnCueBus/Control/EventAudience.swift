// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueRuntime

/// The clients that have requested an event, as long as they are on the bus.
@MediaActor
final class EventAudience {
    private let watch: @MediaActor (_ client: String, _ left: @escaping @MediaActor () -> Void) -> Departure?
    private var watches: [String: Departure] = [:]

    /// - Parameter watch: Calls its second argument when a client has left.
    init(_ watch: @escaping @MediaActor (String, @escaping @MediaActor () -> Void) -> Departure?) {
        self.watch = watch
    }

    var clients: some Sequence<String> { watches.keys }

    func set(_ client: String, isWatching: Bool) {
        guard isWatching else {
            watches[client] = nil
            return
        }
        guard watches[client] == nil else { return }
        watches[client] = watch(client) { [weak self] in self?.watches[client] = nil }
    }
}
