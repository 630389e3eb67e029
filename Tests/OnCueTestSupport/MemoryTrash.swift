// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueInterface
internal import Synchronization

/// Deleted things in memory; what is restored is only no longer in it.
package final class MemoryTrash: TrashService {
    private let content: Mutex<[TrashItem]>

    package init(_ items: [TrashItem] = []) {
        content = Mutex(items)
    }

    package func trash() async throws(ContentError) -> [TrashItem] { content.withLock { $0 } }

    package func restoreFromTrash(_ key: String) async throws(ContentError) {
        let item = content.withLock { items in
            items.firstIndex { $0.key == key }.map { items.remove(at: $0) }
        }
        guard item != nil else { throw ContentError(.notFound, "that is not in the trash") }
    }

    package func emptyTrash() async throws(ContentError) -> Int {
        content.withLock { items in
            defer { items = [] }
            return items.count
        }
    }
}
