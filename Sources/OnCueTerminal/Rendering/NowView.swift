// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// The playing track, in a few lines.
enum NowView {
    /// - Parameter showsNext: Whether the next track is shown.
    static func lines(_ now: NowPlayingReport, showsNext: Bool = false, screen: Screen) -> [String] {
        let style = Style(isOn: screen.usesColor)
        let width = screen.tableWidth ?? Int.max
        guard let entry = now.entry else {
            return [stateLine(now)].map { TextLayout.truncate($0, to: width) } + failureLines(now, width)
        }
        let mark = entry.isExplicit == true ? " [E]" : ""
        let title = TextLayout.truncate(entry.shownTitle, to: width - 2 - mark.count) + mark
        var lines = [symbol(now) + " " + style.bold(title)]
        if !entry.origin.isEmpty { lines.append("  " + TextLayout.truncate(entry.origin, to: width - 2)) }
        if let context = ContextView.sentence(now.context) {
            lines.append("  " + TextLayout.truncate(context, to: width - 2))
        }
        if let chapter = entry.chapter {
            lines.append("  " + TextLayout.truncate(ChapterView.sentence(chapter), to: width - 2))
        }
        if let progress = progress(now, entry, screen, style) { lines.append("  " + progress) }
        lines.append("  " + style.dim(TextLayout.truncate(stateLine(now), to: width - 2)))
        if showsNext, let next = now.next {
            let artists = next.artists.joined(separator: ", ")
            let name = [next.title, artists].filter { !$0.isEmpty }.joined(separator: " — ")
            lines.append("  " + style.dim(TextLayout.truncate("next: " + name, to: width - 2)))
        }
        return lines + failureLines(now, width)
    }

    static func symbol(_ now: NowPlayingReport) -> String {
        switch now.status {
        case .playing: now.isLoading ? "…" : "▶"
        case .paused: "‖"
        case .stopped: "■"
        }
    }

    /// Returns the progress, or `nil` if neither the position nor the duration is known.
    private static func progress(
        _ now: NowPlayingReport, _ entry: NowPlayingEntry, _ screen: Screen, _ style: Style
    ) -> String? {
        guard !now.untold.contains(.position) else { return entry.duration.map { "of " + TimeText.clock($0) } }
        let position = TimeText.clock(entry.position)
        guard let duration = entry.duration else { return entry.isLive ? position + " · live" : position }
        let whole = TimeText.clock(duration)
        let cells = min(50, screen.width - position.count - whole.count - 6)
        guard screen.isTerminal, cells >= 5 else { return position + " / " + whole }
        let bar = ProgressBar.text(
            ProgressBar.fraction(entry.position, of: duration), cells: cells, style: style)
        return position + " " + bar + " " + whole
    }

    /// `playing`, `loading` or `buffering 40%`
    static func state(_ now: NowPlayingReport) -> String {
        if now.status == .playing, let percent = now.buffering { return "buffering \(percent)%" }
        return now.isLoading ? "loading" : now.status.rawValue
    }

    /// `playing · 1 of 5 · volume 60% · repeat all · shuffle`
    static func stateLine(_ now: NowPlayingReport) -> String {
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
    static func phrase(_ interruption: PlaybackInterruption) -> String {
        switch interruption {
        case .call: "interrupted by a call"
        case .outputLost: "waiting for the output"
        case .suspend: "the computer is asleep"
        }
    }

    /// `Kind of Blue (5 tracks)`
    static func phrase(_ interrupted: InterruptedMark) -> String {
        TextLayout.printable(interrupted.title) + " (\(ContentPhrase.count(interrupted.count, "track")))"
    }

    private static func failureLines(_ now: NowPlayingReport, _ width: Int) -> [String] {
        now.failure.map { ["! " + TextLayout.truncate($0.message, to: width - 2)] } ?? []
    }
}
