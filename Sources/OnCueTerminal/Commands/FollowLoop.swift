// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueInterface

/// Shows every change of the playing track until the stream of changes ends, which it never does by itself.
struct FollowLoop {
    let console: Console
    let form: NowForm
    /// The interval at which a line is written during playback, in addition to those for changes; `nil` for none.
    var interval: Duration?
    let updates: AsyncStream<NowPlayingUpdate>
    /// The name of the missing component, shown while it is missing.
    var absence = "the daemon"

    /// - Parameter now: The known state; without it the first line appears with the first change.
    func run(from now: NowPlayingReport? = nil) async {
        if case .text = form, interval == nil, console.dataScreen.isTerminal { return await runLive(from: now) }
        await runPlain(from: now)
    }

    // MARK: One line per change

    private func runPlain(from now: NowPlayingReport?) async {
        var last = now.map { form.line($0) }
        var known = now
        if let last { console.write(lines: [last]) }
        console.endWhenUnread()
        await UpdateLoop(updates: updates).run(
            from: now, wait: { live, moment in interval.flatMap { live.timeUntilNext(moment, step: $0) } },
            show: { live, moment, isTick in
                // The stream begins with the known state, except for the time that has passed.
                if !isTick, let first = known {
                    known = nil
                    if let report = live.report, first.foretells(report, after: first.timePassed(until: report)) {
                        return
                    }
                }
                let next = form.line(live.current(moment))
                if next != last { console.write(lines: [next]) }
                last = next
            })
    }

    // MARK: One live line

    private func runLive(from now: NowPlayingReport?) async {
        LiveScreen.begin(console)
        defer { LiveScreen.end(console) }
        let clock = ContinuousClock()
        let first = LiveLine(now, now: clock.now)
        draw(first, clock.now)
        await UpdateLoop(updates: updates).run(
            from: now, wait: { $0.timeUntilNext($1) }, show: { live, moment, _ in draw(live, moment) })
    }

    private func draw(_ live: LiveLine, _ now: ContinuousClock.Instant) {
        console.write("\r\u{1B}[K" + live.text(now, screen: console.dataScreen, absence: absence))
    }
}
