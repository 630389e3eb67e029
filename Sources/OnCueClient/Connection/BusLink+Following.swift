// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
internal import OnCueRuntime

extension BusLink {
    private static let reconnectDelays: [Duration] = [.milliseconds(50), .milliseconds(250), .seconds(1)]

    /// Hands over one connection after the other, as long as each is followed to its end, with growing pauses where
    /// there is none. An open one that is followed no more has another way beside it, which comes at once. Returns when
    /// the task is cancelled, or when `follow` answers false: there is nothing to go on with.
    ///
    /// - Parameter interface: Of the service, to which the connections are the way; the bus if absent.
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
