// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The file with the shortcuts of the user.
package protocol ShortcutStoring: Sendable {
    /// Returns the text of the file; empty if there is none.
    ///
    /// - Throws: `storage`.
    func load() async throws(ContentError) -> String

    /// Replaces the file; it is on the disk when this returns.
    ///
    /// - Throws: `storage`.
    func save(_ text: String) async throws(ContentError)
}
