// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
internal import TextOutput

/// The playing track in a few lines, as `oncue now` prints them.
package struct NowPlayingLines {
    /// The cells of a line.
    private let width: Int
    private let bold: (String) -> String
    private let dim: (String) -> String
    private let bar: (Duration, Duration) -> String?

    /// Plain lines of any length.
    package init() { self.init(width: Int.max, bold: { $0 }, dim: { $0 }, bar: { _, _ in nil }) }

    /// Lines for a terminal.
    ///
    /// - Parameters:
    ///   - width: The cells of a line; longer lines are cut.
    ///   - bold: Emphasises the title.
    ///   - dim: Dims less important lines.
    ///   - bar: Draws the progress of a position within a length; `nil` if there is no room.
    package init(
        width: Int, bold: @escaping (String) -> String, dim: @escaping (String) -> String,
        bar: @escaping (Duration, Duration) -> String?
    ) {
        self.width = width
        self.bold = bold
        self.dim = dim
        self.bar = bar
    }

    /// - Parameter showsNext: Whether the next track is shown.
    package func lines(_ now: NowPlayingReport, showsNext: Bool = false) -> [String] {
        guard let entry = now.entry else {
            return [Self.stateLine(now)].map { TextLayout.truncate($0, to: width) } + failureLines(now)
        }
        let mark = entry.isExplicit == true ? " [E]" : ""
        let title = TextLayout.truncate(entry.shownTitle, to: width - 2 - mark.count) + mark
        var lines = [Self.symbol(now) + " " + bold(title)]
        if !entry.origin.isEmpty { lines.append("  " + TextLayout.truncate(entry.origin, to: width - 2)) }
        if let context = ContextPhrase.sentence(now.context) {
            lines.append("  " + TextLayout.truncate(context, to: width - 2))
        }
        if let chapter = entry.chapter {
            lines.append("  " + TextLayout.truncate(ChapterPhrase.sentence(chapter), to: width - 2))
        }
        if let progress = progress(now, entry) { lines.append("  " + progress) }
        lines.append("  " + dim(TextLayout.truncate(Self.stateLine(now), to: width - 2)))
        if showsNext, let next = now.next {
            let artists = next.artists.joined(separator: ", ")
            let name = [next.title, artists].filter { !$0.isEmpty }.joined(separator: " — ")
            lines.append("  " + dim(TextLayout.truncate("next: " + name, to: width - 2)))
        }
        return lines + failureLines(now)
    }

    package static func symbol(_ now: NowPlayingReport) -> String {
        switch now.status {
        case .playing: now.isLoading ? "…" : "▶"
        case .paused: "‖"
        case .stopped: "■"
        }
    }

    /// Returns the progress, or `nil` if neither the position nor the duration is known.
    private func progress(_ now: NowPlayingReport, _ entry: NowPlayingEntry) -> String? {
        guard !now.untold.contains(.position) else { return entry.duration.map { "of " + TimeText.clock($0) } }
        let position = TimeText.clock(entry.position)
        guard let duration = entry.duration else { return entry.isLive ? position + " · live" : position }
        let whole = TimeText.clock(duration)
        guard let bar = bar(entry.position, duration) else { return position + " / " + whole }
        return position + " " + bar + " " + whole
    }

    /// `playing`, `loading` or `buffering 40%`
    package static func state(_ now: NowPlayingReport) -> String {
        if now.status == .playing, let percent = now.buffering { return "buffering \(percent)%" }
        return now.isLoading ? "loading" : now.status.rawValue
    }

    /// `playing · 1 of 5 · volume 60% · repeat all · shuffle`
    package static func stateLine(_ now: NowPlayingReport) -> String {
        var parts = [state(now)]
        if let interruption = now.interruption { parts.append(phrase(interruption)) }
        if now.player != NowPlayingReport.service { parts.append(TextLayout.printable(now.player)) }
        if !now.untold.contains(.queue) { parts.append(queue(now)) }
        if !now.untold.contains(.volume) { parts.append("volume " + VolumePhrase.text(now)) }
        if let loop = now.loop { parts.append(LoopText.short(loop)) }
        if now.repeatMode != .off { parts.append("repeat " + now.repeatMode.rawValue) }
        if now.shuffleMode != .off { parts.append(now.shuffleMode == .albums ? "shuffle albums" : "shuffle") }
        if now.rate != 1 { parts.append("rate " + SpanText.decimal(now.rate)) }
        if now.goesOnWithSimilar, now.repeatMode == .off { parts.append("then similar tracks") }
        if now.isSingle { parts.append("single") }
        if now.isConsuming { parts.append("consume") }
        if now.stopsAfterEntry { parts.append("stops after this track") }
        if let sleep = now.sleep { parts.append("sleep " + SleepText.short(sleep)) }
        if let interrupted = now.interrupted { parts.append("then back to " + phrase(interrupted)) }
        if now.output?.isSilent == true { parts.append("silent output") }
        return parts.joined(separator: " · ")
    }

    private static func queue(_ now: NowPlayingReport) -> String {
        if let entry = now.entry { return "\(entry.queueIndex + 1) of \(now.queueLength)" }
        return now.queueLength == 0 ? "the queue is empty" : ContentPhrase.count(now.queueLength, "track")
    }

    /// Returns the reason for silence, if playback resumes by itself.
    package static func phrase(_ interruption: PlaybackInterruption) -> String {
        switch interruption {
        case .call: "interrupted by a call"
        case .outputLost: "waiting for the output"
        case .suspend: "the computer is asleep"
        }
    }

    /// `Kind of Blue (5 tracks)`
    package static func phrase(_ interrupted: InterruptedMark) -> String {
        TextLayout.printable(interrupted.title) + " (\(ContentPhrase.count(interrupted.count, "track")))"
    }

    private func failureLines(_ now: NowPlayingReport) -> [String] {
        now.failure.map { ["! " + TextLayout.truncate($0.message, to: width - 2)] } ?? []
    }
}
