// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
package import OnCueCore
import OnCueRuntime

/// Playing in step with another machine.
extension DeckEngine {
    /// The longest useful measurement: in a longer one, something else was done in between.
    private static let exactness: Duration = .microseconds(500)
    /// The duration of a fade to silence, and back.
    private static let veilFade: Duration = .milliseconds(30)

    package var heard: HeardPosition? {
        guard let medium = current, medium.stage == .running, medium.isStarted, requestedState == .playing, !isFading,
            !medium.isBuffering, !medium.isAwaited, let outputTime
        else { return nil }
        let before = MonotonicTime.now
        guard let time = outputTime.measured else { return nil }
        let after = MonotonicTime.now
        guard after - before < Self.exactness, let place = mixer.place(at: time),
            place.token == medium.request.token
        else { return nil }
        return HeardPosition(position: place.position, moment: before + (after - before) / 2)
    }

    package var reserve: Duration {
        guard let heard = outputTime?.estimated else { return .zero }
        return max(.zero, mixer.end - heard)
    }

    package func keepStep(_ correction: StepCorrection) {
        switch correction {
        case .veil: mixer.veil(true, within: Self.veilFade)
        case .unveil: mixer.veil(false, within: Self.veilFade)
        case .jump(let time): mixer.jump(time)
        case .bend(let time): mixer.bend(time)
        }
    }
}
