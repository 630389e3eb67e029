// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime

/// Batches of changes, and the notices of changes.
extension ContentManager {
    /// The longest time that a batch may stay open; then it ends by itself, so that no client delays all notices
    /// indefinitely.
    package static let longestBatch: Duration = .seconds(10)

    /// Delays notices until ``endUpdates(for:)``; then each watched container that differs makes one notice.
    ///
    /// Batches may be nested, and several owners may have some open at once: the end of the last one releases the
    /// notices.
    ///
    /// - Parameter owner: The owner that must end it: the name of a client on the bus, or the service itself.
    /// - Throws: `refused` beyond ``UpdateBatches/deepest``.
    package func beginUpdates(for owner: String = "service") throws(ContentError) {
        let isFirst = !updates.isOpen(of: owner)
        guard updates.change({ $0.begin(owner) }) else {
            throw ContentError(
                .refused, "update batches are already nested \(UpdateBatches.deepest) deep; end one first")
        }
        guard isFirst else { return }
        batchAlarms[owner] = Task { @MediaActor [weak self] in
            guard (try? await MediaActor.sleep(for: Self.longestBatch)) != nil else { return }
            self?.endAllUpdates(of: owner)
        }
    }

    /// Ends the innermost batch of an owner; does nothing if there is none.
    package func endUpdates(for owner: String = "service") {
        end(owner) { $0.end(owner) }
    }

    /// Makes all clients that watch a container refetch it, or every container for `nil`.
    package func reload(_ container: ContentIdentifier? = nil) {
        updates.reload(container)
    }

    /// Closes the batches and views that a client has left open.
    package func clientLeft(_ client: String) {
        endAllUpdates(of: client)
        views.clientLeft(client)
    }

    /// Watches containers of this tree for clients.
    ///
    /// - Parameter delay: The time for which changes are collected before they are reported.
    package func makeSubscriptions(
        gathering delay: Duration = .milliseconds(100),
        _ deliver: @escaping @MediaActor (ContentSubscriptions.Notice) -> Void
    ) -> ContentSubscriptions {
        ContentSubscriptions(source, updates: updates, delay: delay, deliver: deliver)
    }

    private func endAllUpdates(of owner: String) {
        end(owner) { $0.endAll(of: owner) }
    }

    private func end(_ owner: String, _ body: (inout UpdateBatches) -> Bool) {
        let isLast = updates.change(body)
        if !updates.isOpen(of: owner) { batchAlarms.removeValue(forKey: owner)?.cancel() }
        if isLast { onUpdate?(.batchEnded) }
    }
}
