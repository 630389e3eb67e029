// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection {
    package func queueUpdates() -> AsyncStream<QueueUpdate> {
        let link = link
        return AsyncStream(bufferingPolicy: .bufferingNewest(QueueUpdate.room)) { continuation in
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
