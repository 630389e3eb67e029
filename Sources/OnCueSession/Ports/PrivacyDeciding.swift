// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Decides which listening is private, so that it is not reported to anyone else.
@MediaActor
package protocol PrivacyDeciding: AnyObject, Sendable {
    /// Returns entries of the journal, with a mark on the private ones. An entry that was private when it was heard
    /// stays private.
    ///
    /// - Throws: Any error if that cannot be determined.
    func markingPrivate(_ entries: [JournalEntry]) async throws -> [JournalEntry]
}
