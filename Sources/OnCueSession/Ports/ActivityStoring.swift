// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
package import OnCueCore

/// Keeps activities; a returned call is on disk.
package protocol ActivityStoring: Sendable {
    /// Returns all activities; none if they cannot be read.
    func load() async -> [Activity]

    /// Carries out effects in order, all or none. Forgotten activities are gone from the file.
    ///
    /// - Throws: `storage`.
    func apply(_ effects: [ActivityRegister.Effect]) async throws(ContentError)
}
