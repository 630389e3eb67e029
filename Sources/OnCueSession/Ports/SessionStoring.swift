// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// What came of saving a session.
package enum SessionSaveOutcome: Sendable, Equatable {
    /// It is on disk.
    case saved
    /// The file does not have the entries of the last complete save, because that failed or the file was damaged; nothing
    /// is saved before the next complete one.
    case entriesMissing
    /// Nothing was saved: where, why and what to do, as `in /…/state.sqlite: No space left on device; …`.
    case failed(String)
}

/// Keeps queue, position and volume across restarts, also across kill -9.
///
/// Saves are carried out in the order in which they were asked for; a returned call is on disk, unless it says otherwise.
package protocol SessionStoring: Sendable {
    /// What was saved last; an empty session when there is nothing or it cannot be read.
    func load() async -> SavedSession

    /// Replaces everything.
    @discardableResult
    func save(_ session: SavedSession) async -> SessionSaveOutcome

    /// Saves all but the entries, which must not have changed; cheap enough for every few seconds.
    @discardableResult
    func savePosition(_ session: SavedSession) async -> SessionSaveOutcome
}
