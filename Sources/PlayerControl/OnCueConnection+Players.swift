// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
package import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection: PlayerClient {
    package func players(
        _ isWanted: @escaping @Sendable (String) -> Bool
    ) async throws(ClientError) -> PlayerListing {
        try await playerLink().listing(isWanted)
    }

    package func perform(_ action: PlayerAction, on player: PlayerReport) async throws(ClientError) {
        let call = try PlayerCall(action, player)
        try await playerLink().perform(call, on: player)
    }

    package func playerUpdates(_ isWanted: @escaping @Sendable (String) -> Bool) -> AsyncStream<PlayerListing> {
        let link = link
        return AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
            let task = Task { @MediaActor in
                let follower = PlayerFollower(link: link, isWanted: isWanted, updates: continuation)
                await follower.run()
                // Its events arrive through weak references, so it must live until it has ended.
                withExtendedLifetime(follower) {}
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The bus without starting the daemon, even where the bus is the daemon's own.
    @MediaActor
    package func playerLink() async throws(ClientError) -> PlayerLink {
        guard let bus = await link.reachable() else {
            throw ClientError(
                .unavailable,
                "cannot reach the message bus at \(link.environment.busLocation.address), and so no players")
        }
        return PlayerLink(bus: bus, patience: link.playerPatience)
    }
}
