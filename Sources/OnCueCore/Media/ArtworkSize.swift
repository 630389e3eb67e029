// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A size in which pictures are kept: they fit in a square with this side, in pixels.
package enum ArtworkSize: Int, Sendable, CaseIterable {
    case small = 128
    case medium = 256
    case large = 512

    /// Selects the smallest size with at least this side; the largest if there is none.
    package init(atLeast side: Int) {
        self = Self.allCases.first { $0.rawValue >= side } ?? .large
    }
}
