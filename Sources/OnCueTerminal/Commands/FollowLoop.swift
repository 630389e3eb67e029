// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// Shows every change of what plays until the service's stream ends, which it never does by itself.
struct FollowLoop {
    private enum Event: Sendable {
        case update(NowPlayingUpdate)
        /// The line on the terminal is not true any more.
        case tick
    }

    let context: CommandContext
    let isJSON: Bool

    func run(from now: NowPlayingReport) async {
        let isLive = context.console.dataScreen.isTerminal && !isJSON
        if isLive { await runLive(from: now) } else { await runPlain(from: now) }
    }

    // MARK: One line per change

    private func runPlain(from now: NowPlayingReport) async {
        var last = line(now)
        context.console.write(lines: [last])
        context.console.endWhenUnread()
        for await update in context.service.nowPlayingUpdates() {
            let next: String =
                switch update {
                case .report(let report): line(report)
                case .serviceLost: isJSON ? NowPlayingReport.unavailableJSON.text(.compact) : "unavailable"
                }
            // The stream begins with what is known already.
            if next != last { context.console.write(lines: [next]) }
            last = next
        }
    }

    private func line(_ now: NowPlayingReport) -> String {
        isJSON ? now.json.text(.compact) : NowPlayingLine.plain(now)
    }

    // MARK: One live line

    private func runLive(from now: NowPlayingReport) async {
        let clock = ContinuousClock()
        var live = LiveLine(now: clock.now)
        live.take(now, now: clock.now)
        LiveScreen.begin(context.console)
        defer { LiveScreen.end(context.console) }
        let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(64))
        let updates = context.service.nowPlayingUpdates()
        let reader = Task {
            for await update in updates { continuation.yield(.update(update)) }
            continuation.finish()
        }
        defer { reader.cancel() }
        var timer = draw(live, clock.now, continuation)
        for await event in events {
            timer?.cancel()
            switch event {
            case .update(.report(let report)): live.take(report, now: clock.now)
            case .update(.serviceLost): live.take(nil, now: clock.now)
            case .tick: break
            }
            timer = draw(live, clock.now, continuation)
        }
        timer?.cancel()
    }

    /// Draws the line and sets a timer for the moment when it is not true any more.
    private func draw(
        _ live: LiveLine, _ now: ContinuousClock.Instant, _ events: AsyncStream<Event>.Continuation
    ) -> Task<Void, Never>? {
        context.console.write("\r\u{1B}[K" + live.text(now, screen: context.console.dataScreen))
        guard let delay = live.timeUntilNext(now) else { return nil }
        return Task {
            guard (try? await ContinuousClock().sleep(for: delay)) != nil else { return }
            events.yield(.tick)
        }
    }
}
