// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime

extension DeckEngine {
    /// The number of times that the volume is set on a new stream before the stream's own volume is accepted.
    private static let mostTellings = 4
    /// The time after a stream reports our volume in which it may turn out to have been set before the server had
    /// created it.
    private static let settlingTime: Duration = .milliseconds(500)

    func applyVolume() {
        streamVolumeRevision += 1
        isVolumeUnread = false
        let wanted = streamVolume
        submit(isLasting: true) {
            // Several changes in a row lead to one.
            guard wanted == self.streamVolume else { return }
            await self.graph.apply(wanted)
            if self.tellingsLeft > 0 { self.checkVolume() }
        }
    }

    /// Marks the stream as new: a different volume is not a user's change until the stream has reported ours.
    ///
    /// A sink forgets settings made while it creates a stream, and reports the intended volume before that.
    func streamIsNew() {
        (tellingsLeft, streamSaidOurs) = (Self.mostTellings, false)
    }

    /// Reads the volume after a change or for a new stream, and reports changes made elsewhere.
    func checkVolume() {
        let revision = streamVolumeRevision
        isVolumeUnread = true
        submit {
            guard let found = await self.graph.volume else { return }
            // Without a stream the output answers with a value of its own.
            guard revision == self.streamVolumeRevision, self.current?.stage == .running else { return }
            self.isVolumeUnread = false
            if self.isOurs(found) {
                self.settle()
            } else if self.tellingsLeft > 0, !self.streamSaidOurs || Self.isUntold(found) {
                self.log.debug("restoring the volume of a new stream", ["has": "\(found.volume)"])
                self.tellingsLeft -= 1
                await self.graph.apply(self.streamVolume)
                self.checkVolume()
            } else {
                self.log.debug("the volume was changed from outside", ["volume": "\(found.volume)"])
                self.streamVolume = found
                self.emit(.volumeChanged(volume: found.volume, isMuted: found.isMuted))
            }
        }
    }

    private func settle() {
        guard tellingsLeft > 0 else { return }
        streamSaidOurs = true
        schedule(.settling, after: Self.settlingTime) { engine in engine.tellingsLeft = 0 }
    }

    /// Returns whether the volume is that of a stream whose volume has never been set.
    private static func isUntold(_ found: OutputGraph.Volume) -> Bool { found.volume == 1 && !found.isMuted }

    private func isOurs(_ found: OutputGraph.Volume) -> Bool {
        abs(found.volume - streamVolume.volume) < 0.005 && found.isMuted == streamVolume.isMuted
    }
}
