// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
package import OnCueCore

/// Keeps events; a returned call is on disk.
package protocol EventStoring: Sendable {
    /// - Throws: `storage`.
    func keptEvents() async throws(ContentError) -> [KeptEvent]

    /// Adds events, or replaces those that are already kept.
    ///
    /// - Throws: `storage`.
    func keep(_ events: [KeptEvent]) async throws(ContentError)

    /// - Throws: `storage`.
    func removeEvents(_ keys: [StableKey]) async throws(ContentError)
}
