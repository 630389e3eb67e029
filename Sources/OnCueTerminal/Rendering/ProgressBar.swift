// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A bar that fills from the left.
enum ProgressBar {
    /// Returns exactly `cells` cells; the filled part is proportional to `fraction`, 0 to 1.
    static func text(_ fraction: Double, cells: Int, style: Style = Style(isOn: false)) -> String {
        guard cells > 0 else { return "" }
        let bounded = fraction.isFinite ? min(1, max(0, fraction)) : 0
        let filled = Int((bounded * Double(cells)).rounded(.down))
        return style.accent(String(repeating: "━", count: filled))
            + style.dim(String(repeating: "─", count: cells - filled))
    }

    /// Returns the fraction of a whole that has passed; 0 without a whole.
    static func fraction(_ part: Duration, of whole: Duration?) -> Double {
        guard let whole, whole > .zero else { return 0 }
        return part / whole
    }
}
