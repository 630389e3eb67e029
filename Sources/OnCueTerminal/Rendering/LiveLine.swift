// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// The line that `oncue now --follow` redraws on a terminal. The position advances by the clock of this process.
struct LiveLine: Sendable {
    /// The last report.
    private(set) var report: NowPlayingReport?
    /// The time from which the position of the report advances.
    private var origin: ContinuousClock.Instant

    /// - Parameter report: The known state.
    init(_ report: NowPlayingReport? = nil, now: ContinuousClock.Instant) {
        self.report = report
        origin = now
    }

    /// Updates the report from the service; `nil` if the service is gone.
    mutating func take(_ report: NowPlayingReport?, now: ContinuousClock.Instant) {
        // A report that was longer on its way than the one before does not set the position back.
        let passed = report.flatMap { self.report?.timePassed(until: $0) }
        origin = passed.map { min(now, origin + max(.zero, $0)) } ?? now
        self.report = report
    }

    /// Returns the report with the present position and the remaining time of the sleep timer.
    func current(_ now: ContinuousClock.Instant) -> NowPlayingReport? { report?.after(origin.duration(to: now)) }

    /// Returns the time until the line is outdated, which is when the position reaches the next multiple of `step`;
    /// `nil` while nothing moves.
    func timeUntilNext(_ now: ContinuousClock.Instant, step: Duration = .seconds(1)) -> Duration? {
        guard let report = current(now), report.isAdvancing, let entry = report.entry, step > .zero else { return nil }
        if let duration = entry.duration, entry.position >= duration { return nil }
        let steps = entry.position / step
        let passed = step * (steps - steps.rounded(.down))
        // A little longer, so that the clock has certainly passed the step.
        return (step - passed) / report.rate + .milliseconds(2)
    }

    /// Returns the line, which fits in the screen's ``Screen/liveWidth``.
    ///
    /// - Parameter absence: The name of the missing component while there is no report.
    func text(_ now: ContinuousClock.Instant, screen: Screen, absence: String = "the daemon") -> String {
        let style = Style(isOn: screen.usesColor)
        let width = screen.liveWidth
        guard let report = current(now) else { return TextLayout.truncate("… waiting for " + absence, to: width) }
        let symbol = NowPlayingLines.symbol(report)
        guard let entry = report.entry else {
            return TextLayout.truncate(symbol + " " + NowPlayingLines.stateLine(report), to: width)
        }
        let times = (TimeText.clock(entry.position), entry.duration.map(TimeText.clock))
        let filling = report.buffering.map { "  \($0)%" } ?? ""
        let place = (NowPlayingLine.place(report).map { "  \($0.number)/\($0.count)" } ?? "") + filling
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
