// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import Synchronization

/// Whether notices of changes are held back, for those who tell them on other threads.
package final class ContentUpdates: Sendable {
    private let batches = Mutex(UpdateBatches())
    /// Tells which containers are to be fetched anew; with none, that a batch has ended.
    private let hub = ContentChangeHub()

    deinit { hub.finish() }

    /// True while a batch is open.
    package var areHeld: Bool { batches.withLock { $0.isOpen } }

    /// Changes the batches, and tells when the last one was closed by that.
    ///
    /// - Returns: What `body` has returned.
    func change(_ body: (inout UpdateBatches) -> Bool) -> Bool {
        let (before, after, result) = batches.withLock { batches in
            let before = batches.isOpen
            let result = body(&batches)
            return (before, batches.isOpen, result)
        }
        if before, !after { hub.tell(ContentChange(revision: ContentTree.Revision(0), containers: [])) }
        return result
    }

    func isOpen(of owner: String) -> Bool { batches.withLock { $0.isOpen(of: owner) } }

    /// Has a container fetched anew by everybody who watches it; all of them for `nil`.
    func reload(_ container: ContentIdentifier?) {
        hub.tell(ContentChange(revision: ContentTree.Revision(0), containers: container.map { [$0] }))
    }

    /// What is to be fetched anew from now on, and when batches end.
    func changes() -> AsyncStream<ContentChange> { hub.listen() }
}
