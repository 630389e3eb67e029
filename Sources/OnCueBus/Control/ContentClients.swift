// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueRuntime

/// Notices when clients that have something open leave the bus.
@MediaActor
final class ContentClients {
    private let bus: MessageBus
    private let hasLeft: @MediaActor (String) -> Void
    private var watches: [String: BusSubscription] = [:]

    init(bus: MessageBus, hasLeft: @escaping @MediaActor (String) -> Void) {
        self.bus = bus
        self.hasLeft = hasLeft
    }

    /// From here on it is noticed when the client leaves.
    func expect(_ client: String) {
        guard watches[client] == nil else { return }
        watches[client] = bus.watchOwner(of: client) { [weak self] owner in
            guard owner == nil, let self else { return }
            self.watches[client] = nil
            self.hasLeft(client)
        }
    }
}
