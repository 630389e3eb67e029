// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Draws picture files for a terminal.
package protocol PictureDrawer: Sendable {
    /// Returns the text that displays a picture within `columns` and `rows`, or `nil` if it cannot be drawn.
    func draw(_ path: [UInt8], columns: Int, rows: Int) -> String?
}

/// An implementation that draws nothing.
package struct NoPictures: PictureDrawer {
    package init() {}

    package func draw(_ path: [UInt8], columns: Int, rows: Int) -> String? { nil }
}
