// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime

extension DeckEngine {
    /// The purpose of a timer; a new one replaces the one before it.
    enum TimerKind {
        /// Until the follower is heard.
        case follower
        /// Until a return to the start of a part is heard.
        case returning
        /// Until the follower is opened.
        case opening
        /// Until a fade is heard to its end.
        case silence
        /// Until a stream that brings nothing counts as broken.
        case stall
        /// Until a stream is reopened.
        case retry
        /// Until a new stream counts as having adopted its volume.
        case settling
        /// Until a refused output is requested again.
        case reopening
        /// Until more is decoded ahead, when nothing else is waited for.
        case decodingAhead
        /// Until an output makes the first sound heard.
        case hearing
        /// Until an output has made the last sound heard.
        case fadingAway
        /// Until the end has certainly been heard.
        case lingering
        /// Until an output that nothing uses is released.
        case releasing
    }

    private static let settledTime: Duration = .seconds(1)

    /// Runs `action` later, unless something else begins before.
    func schedule(
        _ kind: TimerKind, after wait: Duration, _ action: @escaping @MediaActor (DeckEngine) -> Void
    ) {
        timers[kind]?.cancel()
        let generation = generation
        timers[kind] = Task { [weak self] in
            do { try await MediaActor.sleep(for: wait) } catch { return }
            guard let self, generation == self.generation, !Task.isCancelled else { return }
            self.timers[kind] = nil
            action(self)
        }
    }

    /// Makes the decoder of the current medium work for a while and rest for a while, once it plays.
    func decodeAheadSoon() {
        schedule(.decodingAhead, after: Self.settledTime) { $0.current?.deck.decodeAhead() }
    }

    func cancelTimers() {
        for timer in timers.values { timer.cancel() }
        timers.removeAll()
    }

    /// Restarts the timers for followers and returns after a pause.
    func resumeTimers() {
        watchBoundary()
        watchReturns()
        openFollowersIfDue()
    }

    /// Cancels the timers for followers and returns, since nothing comes nearer during a pause.
    func pauseTimers() {
        timers.removeValue(forKey: .follower)?.cancel()
        timers.removeValue(forKey: .returning)?.cancel()
        timers.removeValue(forKey: .opening)?.cancel()
    }
}
