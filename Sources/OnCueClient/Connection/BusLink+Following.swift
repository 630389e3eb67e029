// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
internal import OnCueRuntime

extension BusLink {
    private static let reconnectDelays: [Duration] = [.milliseconds(50), .milliseconds(250), .seconds(1)]

    /// Passes one connection after another to `follow`, each until `follow` returns, with growing pauses while there is
    /// none. If a connection is still open then, another way has become available, and is passed at once. Returns when
    /// the task is cancelled, or when `follow` returns false because it cannot continue.
    ///
    /// - Parameter interface: The interface of the service that the connections lead to; the bus if it is `nil`.
    package func followConnections(
        to interface: String? = nil, _ follow: @MediaActor (MessageBus) async -> Bool
    ) async {
        var attempt = 0
        while !Task.isCancelled {
            if let bus = await interface == nil ? reachable() : way(to: interface ?? "") {
                attempt = 0
                guard await follow(bus) else { return }
                if !bus.isClosed { continue }
            }
            let delay = Self.reconnectDelays[min(attempt, Self.reconnectDelays.count - 1)]
            attempt += 1
            guard !Task.isCancelled, (try? await MediaActor.sleep(for: delay)) != nil else { return }
        }
    }
}
