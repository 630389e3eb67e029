// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import Synchronization

/// The amount of the output's sound that has been heard.
///
/// The clock of a sink can be lost permanently. libpulse 16.1 extrapolates the time of a stream, and for a moment after
/// the stream was emptied and resumed, its answer may be off by thousands of years; since it never goes back, a query
/// in that moment makes it stop there, and the next sound of the output is never heard. Therefore it is not queried in
/// that moment unless necessary, and if it has happened all the same, ``isLost`` is true.
final class OutputTime: Sendable {
    private struct State {
        /// The time of the last resumption, and the amount heard then; `nil` while it is paused.
        var flow: (begin: ContinuousClock.Instant, heard: Duration)?
        /// The first base time, and when it was seen.
        var origin: (base: Duration, seen: ContinuousClock.Instant)?
    }

    /// The time after a resumption during which its clock is not queried.
    private static let settlingTime: Duration = .milliseconds(200)
    /// The lead over the machine's clock beyond which a clock is wrong and not only inexact.
    private static let tolerance: Duration = .seconds(5)

    /// The delay between the time on the output's clock and the moment when the sound is heard.
    let delay: Duration
    private let position: @Sendable () -> Duration?
    private let base: @Sendable () -> Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - position: Queries the clock of the output.
    ///   - base: Returns the time of the clock when it began to play.
    ///   - delay: The delay between the time on that clock and the moment when the sound is heard.
    init(
        position: @escaping @Sendable () -> Duration?, base: @escaping @Sendable () -> Duration,
        delay: Duration = .zero
    ) {
        self.delay = delay
        self.position = position
        self.base = base
    }

    convenience init(of pipeline: Element, delay: Duration = .zero) {
        self.init(position: { pipeline.position }, base: { pipeline.baseTime }, delay: delay)
    }

    /// Must be called before the pipeline plays.
    ///
    /// - Parameter heard: The amount heard already; 0 after it was emptied.
    func flows(from heard: Duration) {
        state.withLock { $0.flow = (.now, heard) }
    }

    /// Must be called after the state of the pipeline has been set to paused.
    func isHeld() {
        state.withLock { $0.flow = nil }
    }

    /// The amount heard; `nil` while the clock must not be queried and before the first data.
    var measured: Duration? {
        if delay > .zero, let settling { return heard(settling) }
        return settling == nil ? position().map(heard) : nil
    }

    /// The amount given to the output, which is the time of its clock, at any time: for callers that need it exactly,
    /// and query it only if something is late.
    var exact: Duration? { position() }

    /// As ``measured``, but estimated while the clock must not be queried; the estimate is some milliseconds too high.
    var estimated: Duration? { given.map(heard) }

    /// As ``exact``, but estimated while the clock must not be queried. It is the amount that will have been heard
    /// after a pause, however late the sound is heard.
    var given: Duration? { settling ?? position() }

    /// Sound given since the last resumption is not heard before the delay is over; sound given before that is heard
    /// during a pause, too.
    private func heard(_ given: Duration) -> Duration {
        guard delay > .zero, let begin = state.withLock({ $0.flow?.heard }) else { return given }
        return max(min(begin, given), given - delay)
    }

    private var settling: Duration? {
        state.withLock { state in
            guard let flow = state.flow else { return nil }
            let passed = ContinuousClock.now - flow.begin
            return passed < Self.settlingTime ? flow.heard + passed : nil
        }
    }

    /// Whether its starting time is impossible; must be queried when it plays.
    var isLost: Bool {
        let base = base()
        return state.withLock { state in
            guard let origin = state.origin else {
                state.origin = (base, .now)
                return false
            }
            return base - origin.base > ContinuousClock.now - origin.seen + Self.tolerance
        }
    }
}
