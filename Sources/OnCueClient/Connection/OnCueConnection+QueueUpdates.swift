// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection {
    /// The most updates that wait for a slow reader.
    private static let waitingUpdates = 64

    package func queueUpdates() -> AsyncStream<QueueUpdate> {
        let link = link
        // A reader that misses one notices it by the revisions.
        return AsyncStream(bufferingPolicy: .bufferingNewest(Self.waitingUpdates)) { continuation in
            let task = Task { @MediaActor in
                let follower = ServiceFollower(link: link, member: "QueueChanged", of: ServiceNames.playback)
                follower.onSignal = { signal in
                    continuation.yield(
                        signal.content(of: PlaybackMethods.queueChanged).map(QueueUpdate.edited) ?? .changed)
                }
                follower.onPresence = { _ in continuation.yield(.changed) }
                follower.onLoss = { continuation.yield(.serviceLost) }
                await follower.run()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
