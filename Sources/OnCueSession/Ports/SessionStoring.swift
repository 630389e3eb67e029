// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Keeps queue, position and volume across restarts, also across kill -9.
///
/// Saves are carried out in the order in which they were asked for; a returned call is on disk.
package protocol SessionStoring: Sendable {
    /// What was saved last; an empty session when there is nothing or it cannot be read.
    func load() async -> SavedSession

    /// Replaces everything.
    ///
    /// - Returns: False when the entries could not be saved.
    @discardableResult
    func save(_ session: SavedSession) async -> Bool

    /// Saves all but the entries, which must not have changed; cheap enough for every few seconds.
    ///
    /// - Returns: False when the saved entries are not those of the last complete save, because that failed or the
    ///   file was damaged; then nothing is saved before the next complete one.
    @discardableResult
    func savePosition(_ session: SavedSession) async -> Bool
}
