// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// The changes of the queue that have not been reported yet.
@MediaActor
package struct UntoldQueueChanges {
    private let controller: PlaybackController
    /// The revision of the queue up to which changes were reported.
    private var revision: UInt64

    package init(of controller: PlaybackController) {
        self.controller = controller
        revision = controller.snapshot.queueRevision
    }

    /// Returns the changes since the last call, one after the other; changes that are no longer remembered are combined
    /// into one without a difference.
    package mutating func take() -> [QueueChange] {
        let base = revision
        let news = controller.queueChanges(since: base)
        guard news.revision != base else { return [] }
        revision = news.revision
        return news.changes ?? [QueueChange(base: base, revision: news.revision, total: news.total, difference: nil)]
    }
}
