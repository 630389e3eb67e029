// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCuePhrases
internal import TextOutput

/// The progress of a scan, in one line.
enum ScanProgressLine {
    /// `reading 4321 of 10000 files, 5200/s, 1.1 s left, 2 unreadable`
    static func plain(_ progress: LibraryScanProgress) -> String {
        var parts = progress.isPaused ? ["paused"] : []
        switch progress.phase {
        case .looking: parts.append("looking for files, \(ContentPhrase.count(progress.found, "file")) found")
        case .reading: parts.append("reading \(progress.read) of \(ContentPhrase.count(progress.toRead, "file"))")
        }
        if progress.rate >= 1 { parts.append("\(Int(min(progress.rate, 1e9).rounded()))/s") }
        if let left = progress.timeLeft { parts.append("\(TimeText.spoken(left)) left") }
        if progress.failed > 0 { parts.append("\(progress.failed) unreadable") }
        return parts.joined(separator: ", ")
    }

    /// Returns the line, with a bar if there is room; it fits in the screen's ``Screen/liveWidth``.
    static func live(_ progress: LibraryScanProgress, screen: Screen) -> String {
        let width = screen.liveWidth
        let text = plain(progress)
        // The text varies in length, so the bar gets the room beside the longest text; it must not jump.
        let cells = min(30, width - longestText - 2)
        guard progress.phase == .reading, progress.toRead > 0, cells >= 6 else {
            return TextLayout.truncate(text, to: width)
        }
        let fraction = Double(progress.read) / Double(progress.toRead)
        let bar = ProgressBar.text(fraction, cells: cells, style: Style(isOn: screen.usesColor))
        return bar + "  " + TextLayout.truncate(text, to: width - cells - 2)
    }

    /// `reading 99999 of 99999 files, 99999/s, 59 min 59 s left, 99 unreadable`
    private static let longestText = 69
}
