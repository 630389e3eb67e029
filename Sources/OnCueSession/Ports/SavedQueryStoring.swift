// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Stores the saved queries.
package protocol SavedQueryStoring: Sendable {
    /// Every query, in the order in which they were saved; some may have mistakes that people have written themselves.
    func queries() async throws(ContentError) -> [SavedQuery]

    /// Keeps a query, in the place of the one with the same name.
    ///
    /// - Throws: `invalidQuery`, `refused` for a name that cannot be one and when there are too many, `unreadable`.
    func save(_ name: String, _ text: String) async throws(ContentError)

    /// - Throws: `notFound`, `unreadable`.
    func remove(_ name: String) async throws(ContentError)
}
