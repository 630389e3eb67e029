// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Saves the sound settings across restarts, even after kill -9.
///
/// Calls are carried out in the order in which they were made; a returned call is on disk.
package protocol SoundStoring: Sendable {
    /// Returns the saved settings; defaults replace those that cannot be read.
    func loadSound() async -> SavedSound

    /// Saves one change.
    ///
    /// - Throws: `storage`.
    func keep(_ change: SavedSound.Change) async throws(ContentError)
}
