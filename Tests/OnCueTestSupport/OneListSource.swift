// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime
internal import OnCueSession

/// One list that can be changed, counts how often it is read, and may keep its readers waiting.
///
/// Every container that is asked for has this list.
@MediaActor
package final class OneListSource: ContentSource {
    package private(set) var rows: [ContentNode]
    /// Every reading of the list, with its revision.
    package nonisolated let reads = EventLog<UInt64>()
    private nonisolated let hub = ContentChangeHub()
    private var number: UInt64 = 1
    private var isHeld = false
    private var held: [CheckedContinuation<Void, Never>] = []

    package init(_ rows: [ContentNode]) { self.rows = rows }

    /// Has the list look otherwise and tells it.
    package func change(
        telling containers: Set<ContentIdentifier>? = [.root], _ body: (inout [ContentNode]) -> Void = { _ in }
    ) {
        body(&rows)
        number += 1
        hub.tell(ContentChange(revision: ContentTree.Revision(number), containers: containers))
    }

    /// Keeps readers waiting from here on.
    package func hold() { isHeld = true }

    package func release() {
        isHeld = false
        for reader in held { reader.resume() }
        held = []
    }
}

extension OneListSource {
    package nonisolated func changes() -> AsyncStream<ContentChange> { hub.listen() }

    package func revision() async throws(ContentError) -> ContentTree.Revision { ContentTree.Revision(number) }

    package func item(for identifier: ContentIdentifier) async throws(ContentError) -> ContentNode {
        ContentNode(identifier: identifier, title: identifier.key, isContainer: identifier == .root)
    }

    package func children(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        reads.append(number)
        if isHeld { await withCheckedContinuation { held.append($0) } }
        return ContentPage(
            revision: ContentTree.Revision(number), container: try await item(for: identifier), offset: offset,
            total: rows.count, items: Array(rows.dropFirst(offset).prefix(limit)))
    }

    package func identifier(
        at indexPath: IndexPath, revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentIdentifier { .root }

    package func identifier(named titles: [String]) async throws(ContentError) -> ContentIdentifier { .root }

    package func identifier(of location: MediaLocation) async throws(ContentError) -> ContentIdentifier? { nil }

    package func tracks(under identifier: ContentIdentifier) async throws(ContentError) -> [Track] { [] }

    package func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage {
        try await children(of: .root, offset: offset, limit: limit, at: nil)
    }
}
