// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The pictures of items, as a client sees them.
package protocol ArtworkClient: Sendable {
    /// A local file with the picture of an item; one is made where it has none.
    ///
    /// - Parameter size: The side in pixels of the square that it fits in, made 128, 256 or 512; `nil` for the picture
    ///   as it is.
    func artwork(of place: String, size: Int?) async throws(ClientError) -> MediaLocation
}
