// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection: BrowserService {
    package func followBrowser(_ page: BrowserPage) async throws(ServiceError) -> BrowserWish {
        // Pages that were left open do not bring back a daemon that was ended.
        try await call(BrowserMethods.follow, Only(page), startsDaemon: false).value
    }

    package func browserMedium(_ part: BrowserPart) async throws(ServiceError) -> MediaPiece {
        try await call(BrowserMethods.read, Only(part), startsDaemon: false).value
    }

    package func browserUpdates() -> AsyncStream<BrowserUpdate> {
        let link = link
        return AsyncStream(bufferingPolicy: .bufferingNewest(BrowserUpdate.room)) { continuation in
            let task = Task { @MediaActor in
                let changed = BrowserMethods.changed
                let follower = ServiceFollower(link: link, member: changed.name, of: changed.interface)
                follower.onSignal = { _ in continuation.yield(.changed) }
                follower.onPresence = { _ in continuation.yield(.changed) }
                follower.onLoss = { continuation.yield(.serviceLost) }
                await follower.run()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
