// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Where the picture of an item comes from; it becomes a file only when somebody wants to show it.
package enum ArtworkReference: Hashable, Sendable {
    /// The picture that belongs to this medium: embedded in it, else beside it.
    case medium(MediaLocation)
    /// A picture file.
    case picture(MediaLocation)
}
