// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime

extension DeckEngine {
    /// How often a new stream is told how loud it is to be, before what it says counts.
    private static let mostTellings = 4
    /// So long after it says ours, a stream may turn out to have been told before the server had made it.
    private static let settlingTime: Duration = .milliseconds(500)

    func applyLoudness() {
        loudnessRevision += 1
        isLoudnessUnread = false
        let wanted = loudness
        submit(isLasting: true) {
            // Several changes in a row lead to one.
            guard wanted == self.loudness else { return }
            await self.graph.apply(wanted)
            if self.tellingsLeft > 0 { self.checkLoudness() }
        }
    }

    /// Loudness that differs is nobody's wish until the stream was seen to have taken ours.
    ///
    /// A sink forgets what it is told while it makes a stream, and tells how loud that was to be before.
    func streamIsNew() {
        (tellingsLeft, streamSaidOurs) = (Self.mostTellings, false)
    }

    /// Reads the loudness after it has changed, or of a new stream, and tells when it was not us.
    func checkLoudness() {
        let revision = loudnessRevision
        isLoudnessUnread = true
        submit {
            guard let found = await self.graph.loudness else { return }
            // Without a stream the output answers with a value of its own.
            guard revision == self.loudnessRevision, self.current?.stage == .running else { return }
            self.isLoudnessUnread = false
            if self.isOurs(found) {
                self.settle()
            } else if self.tellingsLeft > 0, !self.streamSaidOurs || Self.isUntold(found) {
                self.log.debug("restoring the volume of a new stream", ["has": "\(found.volume)"])
                self.tellingsLeft -= 1
                await self.graph.apply(self.loudness)
                self.checkLoudness()
            } else {
                self.log.debug("the volume was changed from outside", ["volume": "\(found.volume)"])
                self.loudness = found
                self.emit(.volumeChanged(volume: found.volume, isMuted: found.isMuted))
            }
        }
    }

    private func settle() {
        guard tellingsLeft > 0 else { return }
        streamSaidOurs = true
        schedule(.settling, after: Self.settlingTime) { engine in engine.tellingsLeft = 0 }
    }

    /// As a stream is that nobody has told anything.
    private static func isUntold(_ found: OutputGraph.Loudness) -> Bool { found.volume == 1 && !found.isMuted }

    private func isOurs(_ found: OutputGraph.Loudness) -> Bool {
        abs(found.volume - loudness.volume) < 0.005 && found.isMuted == loudness.isMuted
    }
}
