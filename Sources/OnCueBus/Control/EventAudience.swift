// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueRuntime

/// The clients that have asked for an event, as long as they are on the bus.
@MediaActor
final class EventAudience {
    private let bus: MessageBus
    private var watches: [String: BusSubscription] = [:]

    init(on bus: MessageBus) {
        self.bus = bus
    }

    var clients: some Sequence<String> { watches.keys }

    func set(_ client: String, isWatching: Bool) {
        guard isWatching else {
            watches[client] = nil
            return
        }
        guard watches[client] == nil else { return }
        watches[client] = bus.watchOwner(of: client) { [weak self] owner in
            if owner == nil { self?.watches[client] = nil }
        }
    }
}
