// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The source of an item's picture; it is extracted into a file only on request.
package enum ArtworkReference: Hashable, Sendable {
    /// The picture that belongs to this medium: embedded in it, otherwise next to it.
    case medium(MediaLocation)
    /// A picture file.
    case picture(MediaLocation)
}
