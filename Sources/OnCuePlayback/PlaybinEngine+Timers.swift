// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime

extension PlaybinEngine {
    /// What a timer is for; a new one takes the place of the one before it.
    enum TimerKind {
        /// Until a follower is heard, and until the player's position is that of the follower.
        case follower
        /// Until the end of a medium whose end the player cannot tell.
        case end
        /// Until a medium without data is given up.
        case drained
    }

    /// How long the decoders may take after the source has been read to its end.
    private static let decodingTime: Duration = .seconds(1)
    /// How late a follower may be.
    private static let handoverTime: Duration = .milliseconds(250)
    /// The same for a server that has to be asked first.
    private static let networkTime: Duration = .seconds(15)

    /// Runs `action` later; not when something else is opened before.
    func schedule(
        _ kind: TimerKind, after wait: Duration, _ action: @escaping @MediaActor (PlaybinEngine) -> Void
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

    func cancelTimers() {
        for timer in timers.values { timer.cancel() }
        timers.removeAll()
    }

    /// Watches for the end again after a pause.
    func resumeTimers() {
        if cell.isBroken { watchEnd() } else { watchFollower() }
    }

    /// While paused there is no end to watch for.
    func pauseTimers() {
        timers.removeValue(forKey: .end)?.cancel()
    }

    /// A source has been read to its end: that of a medium of which nothing is heard yet, or of one that has a
    /// follower.
    ///
    /// Of a file that holds nothing but its header the player tells neither data nor an end.
    func sourceDrained() {
        guard let medium = current else { return }
        if medium.stage == .running { return watchFollower() }
        guard medium.stage == .opening, !cell.hasSound else { return }
        schedule(.drained, after: Self.decodingTime) { engine in
            if engine.current?.stage == .opening, !engine.cell.hasSound { engine.noSound() }
        }
    }

    /// Opens the follower otherwise when nothing has come of it by the time at which it should be heard.
    func watchFollower() {
        guard wantsPlaying, let follower = cell.taken, let duration = current?.duration, let position else { return }
        let patience = follower.location.filePath == nil ? Self.networkTime : Self.handoverTime
        schedule(.end, after: max(.zero, duration - position) + patience) { engine in
            guard engine.cell.taken == follower, !engine.cell.hasArrived else { return }
            engine.finishCurrent()
        }
    }
}
