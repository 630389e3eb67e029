// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueInterface
internal import OnCueRuntime

/// Follows the changes of the playing track and the passing of time, for a view of them. Sleeps in between.
struct UpdateLoop {
    private enum Event: Sendable {
        case update(NowPlayingUpdate)
        /// The view is out of date.
        case tick
    }

    let updates: AsyncStream<NowPlayingUpdate>

    /// Calls `show` after every change, and after the time that `wait` returns; returns when the changes end.
    ///
    /// - Parameter now: The known state.
    func run(
        from now: NowPlayingReport?, wait: (LiveLine, ContinuousClock.Instant) -> Duration?,
        show: (LiveLine, ContinuousClock.Instant, _ isTick: Bool) async -> Void
    ) async {
        let clock = ContinuousClock()
        let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(64))
        let updates = updates
        let reader = Task {
            for await update in updates { continuation.yield(.update(update)) }
            continuation.finish()
        }
        defer { reader.cancel() }
        var live = LiveLine(now, now: clock.now)
        var alarm = Self.alarm(wait(live, clock.now), continuation)
        for await event in events {
            alarm?.cancel()
            var isTick = false
            switch event {
            case .update(.report(let report)): live.take(report, now: clock.now)
            case .update(.serviceLost): live.take(nil, now: clock.now)
            case .tick: isTick = true
            }
            await show(live, clock.now, isTick)
            alarm = Self.alarm(wait(live, clock.now), continuation)
        }
        alarm?.cancel()
    }

    private static func alarm(
        _ delay: Duration?, _ events: AsyncStream<Event>.Continuation
    ) -> Task<Void, Never>? {
        guard let delay else { return nil }
        return Task {
            guard (try? await MediaActor.sleep(for: delay)) != nil else { return }
            events.yield(.tick)
        }
    }
}
