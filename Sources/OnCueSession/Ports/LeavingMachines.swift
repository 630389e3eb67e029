// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The other machines of the user, at which something may have been left.
package struct LeavingMachines: Sendable {
    /// Asks them what was left there; one that does not answer is passed over. Costs nothing where none is paired.
    package var left: @Sendable () async -> [LeftElsewhere]
    /// Continues here what was left there.
    ///
    /// - Throws: Why it could not be continued.
    package var take: @Sendable (LeftElsewhere) async throws -> Void

    package init(
        left: @escaping @Sendable () async -> [LeftElsewhere],
        take: @escaping @Sendable (LeftElsewhere) async throws -> Void
    ) {
        (self.left, self.take) = (left, take)
    }
}
