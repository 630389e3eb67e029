// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

extension OnCueConnection {
    package func queueUpdates() -> AsyncStream<QueueUpdate> {
        let link = link
        // A change says only that there was one, so one that waits stands for all.
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task { @MediaActor in
                let follower = ServiceFollower(link: link, member: "QueueChanged", of: ServiceNames.playback)
                follower.onSignal = { _ in continuation.yield(.changed) }
                follower.onPresence = { _ in continuation.yield(.changed) }
                follower.onLoss = { continuation.yield(.serviceLost) }
                await follower.run()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
