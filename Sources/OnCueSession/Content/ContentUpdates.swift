// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import Synchronization

/// The batches that delay notices of changes, shared with the threads that send them.
package final class ContentUpdates: Sendable {
    private let batches = Mutex(UpdateBatches())
    /// Announces containers to refetch, or, with none, the end of a batch.
    private let hub = ContentChangeHub()

    deinit { hub.finish() }

    /// Whether a batch is open.
    package var areHeld: Bool { batches.withLock { $0.isOpen } }

    /// Changes the batches, and announces it when the last one is closed.
    ///
    /// - Returns: The result of `body`.
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

    /// Makes all clients that watch a container refetch it; every container for `nil`.
    func reload(_ container: ContentIdentifier?) {
        hub.tell(ContentChange(revision: ContentTree.Revision(0), containers: container.map { [$0] }))
    }

    /// Returns a stream of containers to refetch, and of the ends of batches.
    func changes() -> AsyncStream<ContentChange> { hub.listen() }
}
