// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection {
    package func queueUpdates() -> AsyncStream<QueueUpdate> {
        let edited = PlaybackMethods.queueChanged
        return link.updates(
            of: edited.interface, member: edited.name, room: QueueUpdate.room, present: .changed, lost: .serviceLost
        ) { $0.content(of: edited).map(QueueUpdate.edited) ?? .changed }
    }
}
