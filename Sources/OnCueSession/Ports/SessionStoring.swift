// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The outcome of saving a session.
package enum SessionSaveOutcome: Sendable, Equatable {
    /// The session is on disk.
    case saved
    /// The file does not have the entries of the last complete save, because that failed or the file was damaged;
    /// nothing is saved before the next complete one.
    case entriesMissing
    /// Nothing was saved: the file, the reason and the next step, such as
    /// `in /…/state.sqlite: No space left on device; …`.
    case failed(String)
}

/// Saves queue, position and volume across restarts, even after kill -9.
///
/// Saves are carried out in the order of the requests; a returned call is on disk, unless its result is a failure.
package protocol SessionStoring: Sendable {
    /// Returns the saved session; an empty one if there is none or it cannot be read.
    func load() async -> SavedSession

    /// Replaces everything.
    @discardableResult
    func save(_ session: SavedSession) async -> SessionSaveOutcome

    /// Saves everything but the entries, which must not have changed; cheap enough for every few seconds.
    @discardableResult
    func savePosition(_ session: SavedSession) async -> SessionSaveOutcome

    /// Does the maintenance that can wait until no one needs the store. The saved data stays the same.
    func tidy() async
}

extension SessionStoring {
    package func tidy() async {}
}
