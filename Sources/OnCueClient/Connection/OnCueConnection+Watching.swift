// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime

extension OnCueConnection {
    package func contentUpdates(of place: String) -> AsyncStream<ContentUpdate> {
        let link = link
        return AsyncStream(bufferingPolicy: .unbounded) { continuation in
            let task = Task { @MediaActor in
                let follower = ContentFollower(link: link, place: place, updates: continuation)
                await follower.run()
                // Its events arrive through weak references, so it must live until it has ended.
                withExtendedLifetime(follower) {}
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    package func prepare(_ place: String) async throws(ClientError) {
        try await call("Prepare", of: ServiceNames.playableContent, [.string(place)])
    }
}
