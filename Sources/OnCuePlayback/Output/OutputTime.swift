// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import Synchronization

/// How much of what went to the output is heard by now.
///
/// The clock of a sink can be lost for good. libpulse 16.1 extrapolates the time of a stream, and for a moment after the
/// stream was emptied and goes on, its answer may be off by thousands of years; since it never goes back, whoever asks
/// in that moment has it stand there, and what the output begins with next is never heard. So nobody asks in that
/// moment who need not, and when it has happened all the same, ``isLost`` tells.
final class OutputTime: Sendable {
    private struct State {
        /// When it was let go on last, and with how much heard; `nil` while it is held.
        var flow: (begin: ContinuousClock.Instant, heard: Duration)?
        /// The first base time, and when it was seen.
        var origin: (base: Duration, seen: ContinuousClock.Instant)?
    }

    /// How long after it has been let go on its clock is not asked.
    private static let settlingTime: Duration = .milliseconds(200)
    /// Beyond this a clock that runs ahead of the machine's is not only inexact.
    private static let tolerance: Duration = .seconds(5)

    private let position: @Sendable () -> Duration?
    private let base: @Sendable () -> Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - position: Asks the clock of the output.
    ///   - base: What the clock showed when it began to play.
    init(position: @escaping @Sendable () -> Duration?, base: @escaping @Sendable () -> Duration) {
        self.position = position
        self.base = base
    }

    convenience init(of pipeline: Element) {
        self.init(position: { pipeline.position }, base: { pipeline.baseTime })
    }

    /// To be told before the pipeline is to play.
    ///
    /// - Parameter heard: How much is heard already; 0 after it was emptied.
    func flows(from heard: Duration) {
        state.withLock { $0.flow = (.now, heard) }
    }

    /// To be told when the pipeline has been told to pause.
    func isHeld() {
        state.withLock { $0.flow = nil }
    }

    /// By the clock of the output; `nil` while that must not be asked and before the first data.
    var measured: Duration? { settling == nil ? position() : nil }

    /// By the clock of the output at any time: for who must know it exactly, and asks only where something is late.
    var exact: Duration? { position() }

    /// As ``measured``, estimated while the clock must not be asked: some milliseconds too much then.
    var estimated: Duration? { settling ?? position() }

    private var settling: Duration? {
        state.withLock { state in
            guard let flow = state.flow else { return nil }
            let passed = ContinuousClock.now - flow.begin
            return passed < Self.settlingTime ? flow.heard + passed : nil
        }
    }

    /// True when the time at which it has begun to play cannot be; to be asked when it plays.
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
