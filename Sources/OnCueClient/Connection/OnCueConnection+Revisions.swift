// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection {
    /// That the content tree has changed as a whole, or may have, until the reader stops; first at once.
    package func treeChanges() -> AsyncStream<Void> {
        let link = link
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task { @MediaActor in
                let changed = ContentMethods.changed
                let follower = ServiceFollower(link: link, member: changed.name, of: changed.interface)
                follower.onSignal = { _ in continuation.yield() }
                follower.onPresence = { _ in continuation.yield() }
                await follower.run()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
