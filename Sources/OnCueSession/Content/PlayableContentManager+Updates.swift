// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime

/// Batches of changes, and what is told of changes.
extension PlayableContentManager {
    /// How long a batch may stay open; then it ends by itself, so that nobody holds everybody's notices back.
    package static let longestBatch: Duration = .seconds(10)

    /// Holds notices back until ``endUpdates(for:)``; then each watched container that differs makes one notice.
    ///
    /// Batches may be put into each other, and several owners may have some open at once: the last one that ends lets
    /// the notices go.
    ///
    /// - Parameter owner: Who must end it: the name of a client on the bus, or the service itself.
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

    /// Ends the innermost batch of an owner; without one there is no effect.
    package func endUpdates(for owner: String = "service") {
        end(owner) { $0.end(owner) }
    }

    /// Has everybody who watches a container fetch it anew, or every container for `nil`.
    package func reload(_ container: ContentIdentifier? = nil) {
        updates.reload(container)
    }

    /// Closes what a client has left open: its batches and its views.
    package func clientLeft(_ client: String) {
        endAllUpdates(of: client)
        views.clientLeft(client)
    }

    /// Watches containers of this tree for clients.
    ///
    /// - Parameter delay: How long changes are gathered before they are told.
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
