// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Draws picture files for a terminal.
package protocol PictureDrawer: Sendable {
    /// What to write to the terminal for a picture of at most so many cells; `nil` when it cannot be drawn.
    func draw(_ path: [UInt8], columns: Int, rows: Int) -> String?
}

/// Draws nothing.
package struct NoPictures: PictureDrawer {
    package init() {}

    package func draw(_ path: [UInt8], columns: Int, rows: Int) -> String? { nil }
}
