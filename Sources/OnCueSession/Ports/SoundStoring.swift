// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Keeps what a person has set about sound, across restarts and also across kill -9.
///
/// Calls are carried out in the order in which they were made; a returned call is on disk.
package protocol SoundStoring: Sendable {
    /// What was kept last; what cannot be read is as at the first start.
    func loadSound() async -> SavedSound

    /// Keeps one change.
    ///
    /// - Throws: `storage`.
    func keep(_ change: SavedSound.Change) async throws(ContentError)
}
