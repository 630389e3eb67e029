// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime

extension DeckEngine {
    func applyLoudness() {
        loudnessRevision += 1
        isLoudnessUnread = false
        let wanted = loudness
        submit(isLasting: true) {
            // Several changes in a row lead to one.
            guard wanted == self.loudness else { return }
            await self.graph.apply(wanted)
        }
    }

    /// Reads the loudness after it has changed, and tells when it was not us.
    func checkLoudness() {
        let revision = loudnessRevision
        isLoudnessUnread = true
        submit {
            guard let found = await self.graph.loudness else { return }
            // Without a stream the output answers with a value of its own.
            guard revision == self.loudnessRevision, self.current?.stage == .running else { return }
            self.isLoudnessUnread = false
            let isOurs = abs(found.volume - self.loudness.volume) < 0.005 && found.isMuted == self.loudness.isMuted
            if isOurs { return }
            // A sink forgets what it is told while it makes a stream, and tells how loud that was to be before; that is
            // nobody's wish.
            if ContinuousClock.now < self.streamIsNewUntil { return await self.graph.apply(self.loudness) }
            self.loudness = found
            self.emit(.volumeChanged(volume: found.volume, isMuted: found.isMuted))
        }
    }
}
