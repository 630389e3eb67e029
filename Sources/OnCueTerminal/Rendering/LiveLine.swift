// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore

/// The line that `oncue now --follow` redraws on a terminal. The position grows by our own clock.
struct LiveLine: Sendable {
    private var report: NowPlayingReport?
    /// When the report came.
    private var origin: ContinuousClock.Instant

    init(now: ContinuousClock.Instant) {
        origin = now
    }

    /// Takes what the service told; `nil` when it has gone.
    mutating func take(_ report: NowPlayingReport?, now: ContinuousClock.Instant) {
        self.report = report
        origin = now
    }

    /// The report with the position of now.
    func current(_ now: ContinuousClock.Instant) -> NowPlayingReport? {
        guard var report, report.isAdvancing, var entry = report.entry else { return report }
        entry.position += max(.zero, origin.duration(to: now)) * report.rate
        if let duration = entry.duration { entry.position = min(entry.position, duration) }
        report.entry = entry
        return report
    }

    /// How long the line stays true: until the position shows another second; `nil` while nothing moves.
    func timeUntilNext(_ now: ContinuousClock.Instant) -> Duration? {
        guard let report = current(now), report.isAdvancing, let entry = report.entry else { return nil }
        if let duration = entry.duration, entry.position >= duration { return nil }
        let part = entry.position.components.attoseconds
        // A little more, so that the clock has surely passed the second.
        return (.seconds(1) - Duration(secondsComponent: 0, attosecondsComponent: part)) / report.rate
            + .milliseconds(2)
    }

    /// Fits in the screen's ``Screen/liveWidth``.
    func text(_ now: ContinuousClock.Instant, screen: Screen) -> String {
        let style = Style(isOn: screen.usesColor)
        let width = screen.liveWidth
        guard let report = current(now) else { return TextLayout.truncate("… waiting for the daemon", to: width) }
        let symbol = NowView.symbol(report)
        guard let entry = report.entry else {
            return TextLayout.truncate(symbol + " " + NowView.stateLine(report), to: width)
        }
        let times = (TimeText.clock(entry.position), entry.duration.map(TimeText.clock))
        let place = "  \(entry.queueIndex + 1)/\(report.queueLength)"
        let bar = width >= 60 && times.1 != nil ? min(30, width / 4) : 0
        let timeWidth = times.0.count + (times.1.map { $0.count + 1 } ?? 0) + (bar > 0 ? bar + 1 : 0)
        let showsPlace = width >= 36
        let room = width - 2 - timeWidth - 2 - (showsPlace ? place.count : 0)
        let fraction = ProgressBar.fraction(entry.position, of: entry.duration)
        let time =
            switch (times.1, bar) {
            case (nil, _): times.0
            case (let whole?, 0): times.0 + "/" + whole
            case (let whole?, _): times.0 + " " + ProgressBar.text(fraction, cells: bar, style: style) + " " + whole
            }
        let name = TextLayout.truncate(entry.description(separator: " — "), to: room)
        return symbol + " " + style.bold(name) + "  " + time + (showsPlace ? style.dim(place) : "")
    }
}
