// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection: BrowserService {
    package func followBrowser(_ page: BrowserPage) async throws(ServiceError) -> BrowserWish {
        // Pages that were left open must not restart a daemon that was ended.
        try await call(BrowserMethods.follow, Only(page), startsDaemon: false).value
    }

    package func browserMedium(_ part: BrowserPart) async throws(ServiceError) -> MediaPiece {
        try await call(BrowserMethods.read, Only(part), startsDaemon: false).value
    }

    package func browserUpdates() -> AsyncStream<BrowserUpdate> {
        let changed = BrowserMethods.changed
        return link.updates(
            of: changed.interface, member: changed.name, room: BrowserUpdate.room, present: .changed, lost: .serviceLost
        ) { _ in .changed }
    }
}
