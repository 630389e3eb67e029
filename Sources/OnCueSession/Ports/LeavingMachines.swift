// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The user's other machines, at which something may have been left.
package struct LeavingMachines: Sendable {
    /// Asks them what was left there, and passes over those that do not answer. Costs nothing if none is paired.
    package var left: @Sendable () async -> [LeftElsewhere]
    /// Continues here a queue or an activity that was left there.
    ///
    /// - Throws: The reason why it could not be continued.
    package var take: @Sendable (LeftElsewhere) async throws -> Void

    package init(
        left: @escaping @Sendable () async -> [LeftElsewhere],
        take: @escaping @Sendable (LeftElsewhere) async throws -> Void
    ) {
        (self.left, self.take) = (left, take)
    }
}
