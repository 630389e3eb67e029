// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession
internal import Synchronization

/// Saved queries in memory, with the rules of the real ones.
package final class MemoryQueryStore: SavedQueryStoring {
    private let file: Mutex<SavedQueryFile>

    package init(_ text: String = "") {
        file = Mutex(SavedQueryFile(text))
    }

    package func queries() async throws(ContentError) -> [SavedQuery] { file.withLock { $0.queries } }

    package func save(_ name: String, _ text: String) async throws(ContentError) {
        let query = try SavedQuery(checking: name, text: text)
        file.withLock { $0.save(query) }
    }

    package func remove(_ name: String) async throws(ContentError) {
        guard file.withLock({ $0.remove(name) }) else {
            throw ContentError(.notFound, "there is no \(name.prefix(200))")
        }
    }
}
