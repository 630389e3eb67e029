// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueInterface
package import OnCueQuery
package import OnCueRuntime
internal import Synchronization

/// Saved queries in memory, with the rules of the real ones.
package final class MemoryQueryStore: QueryService {
    /// A query was saved or removed.
    package let changes = Broadcast<Void>()
    private let file: Mutex<SavedQueryFile>

    package init(_ text: String = "") {
        file = Mutex(SavedQueryFile(text))
    }

    package func savedQueries() async throws(ContentError) -> [SavedQuery] { file.withLock { $0.queries } }

    package func saveQuery(_ name: String, _ text: String) async throws(ContentError) {
        let query = try SavedQuery(checking: name, text: text)
        file.withLock { $0.save(query) }
        await changes.send(())
    }

    package func removeQuery(_ name: String) async throws(ContentError) {
        guard file.withLock({ $0.remove(name) }) else {
            throw ContentError(.notFound, "there is no \(name.prefix(200))")
        }
        await changes.send(())
    }
}
