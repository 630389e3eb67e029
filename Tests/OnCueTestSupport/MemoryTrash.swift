// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession
internal import Synchronization

/// Deleted things in memory; what is restored is only no longer in it.
package final class MemoryTrash: TrashManaging {
    private let content: Mutex<[TrashItem]>

    package init(_ items: [TrashItem] = []) {
        content = Mutex(items)
    }

    package func items() async throws(ContentError) -> [TrashItem] { content.withLock { $0 } }

    package func restore(_ key: String) async throws(ContentError) -> TrashItem {
        let item = content.withLock { items in
            items.firstIndex { $0.key == key }.map { items.remove(at: $0) }
        }
        guard let item else { throw ContentError(.notFound, "that is not in the trash") }
        return item
    }

    package func empty() async throws(ContentError) -> Int {
        content.withLock { items in
            defer { items = [] }
            return items.count
        }
    }
}
