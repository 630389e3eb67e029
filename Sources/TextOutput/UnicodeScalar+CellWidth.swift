// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension Unicode.Scalar {
    /// The number of cells that the scalar takes in a terminal: 0, 1 or 2. Control characters count 1, as they are
    /// displayed.
    var cellWidth: Int {
        if value < 0x300 { return 1 }
        if isInvisible { return 0 }
        return isWide ? 2 : 1
    }

    private var isInvisible: Bool {
        switch value {
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return true  // Vowels and finals drawn into a Hangul syllable.
        case 0x0600...0x0605, 0x06DD, 0x070F, 0x08E2, 0x110BD, 0x110CD: return false  // Drawn before digits.
        default: break
        }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return true
        default: return false
        }
    }

    /// East Asian Wide or Fullwidth, or an emoji that is drawn as one by default.
    private var isWide: Bool {
        switch value {
        case 0x1F1E6...0x1F1FF: false  // Half of a flag: two of them fill two cells.
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4DC0...0x4DFF,
            0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
            0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
            0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            true
        default: properties.isEmojiPresentation
        }
    }
}
