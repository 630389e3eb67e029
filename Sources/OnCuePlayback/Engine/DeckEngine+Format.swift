// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime

/// The format of the current medium.
extension DeckEngine {
    /// Reports the format and the gain of the current medium if it is open and they differ from the last report.
    func tellFormat() {
        guard let medium = current, medium.isPrepared, var format = medium.deck.format else { return }
        let request = medium.request
        format.gain = settings.decibels(
            for: request.replayGain ?? medium.deck.measured, prefersAlbum: request.prefersAlbumGain)
        guard format != medium.toldFormat else { return }
        current?.toldFormat = format
        emit(.formatChanged(request.token, format))
    }

    /// Carries the known bit rate over to the deck that reopens the medium.
    func keepBitRate(of old: Deck, for new: Deck) {
        if new.bitRate.value == nil { new.bitRate = old.bitRate }
    }

    /// Reports the format after the current call, as events do not come from inside a call. Whatever overtakes this
    /// reports the format itself.
    func tellFormatLater() {
        if current != nil { submit { self.tellFormat() } }
    }
}
