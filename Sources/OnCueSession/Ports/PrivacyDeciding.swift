// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Decides what nobody else is told of.
@MediaActor
package protocol PrivacyDeciding: AnyObject, Sendable {
    /// Returns entries of the journal, with a mark on those that are private. What was private when it was heard stays so.
    ///
    /// - Throws: Any error where that cannot be found out.
    func markingPrivate(_ entries: [JournalEntry]) async throws -> [JournalEntry]
}
