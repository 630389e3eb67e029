// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The files of one picture, which other programs can read.
package struct ArtworkFiles: Sendable, Equatable {
    /// The original picture, within bounds.
    package var full: MediaLocation
    /// The available sizes.
    package var sizes: [ArtworkSize: MediaLocation]

    package init(full: MediaLocation, sizes: [ArtworkSize: MediaLocation] = [:]) {
        self.full = full
        self.sizes = sizes
    }
}
