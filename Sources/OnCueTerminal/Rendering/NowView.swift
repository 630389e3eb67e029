// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueInterface
internal import OnCuePhrases

/// The playing track, in a few lines for a screen.
enum NowView {
    /// - Parameter showsNext: Whether the next track is shown.
    static func lines(_ now: NowPlayingReport, showsNext: Bool = false, screen: Screen) -> [String] {
        guard screen.isTerminal else { return NowPlayingLines().lines(now, showsNext: showsNext) }
        let style = Style(isOn: screen.usesColor)
        return NowPlayingLines(width: screen.width, bold: style.bold, dim: style.dim) { position, duration in
            let cells = min(50, screen.width - TimeText.clock(position).count - TimeText.clock(duration).count - 6)
            guard cells >= 5 else { return nil }
            return ProgressBar.text(ProgressBar.fraction(position, of: duration), cells: cells, style: style)
        }.lines(now, showsNext: showsNext)
    }
}
