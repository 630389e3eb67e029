// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Turns artwork references into picture files that every program of the user can read.
package protocol ArtworkProviding: Sendable {
    /// The file with the picture: embedded, else beside the medium, else the default picture.
    ///
    /// The file is written once under the cache home, named by the hash of its content, and stays there.
    /// `nil` only when the cache cannot be written.
    func file(for reference: ArtworkReference) async -> MediaLocation?
}
