// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime

/// The format of what plays.
extension DeckEngine {
    /// Tells the format and the gain of the current medium if it is open and they differ from those told last.
    func tellFormat() {
        guard let medium = current, medium.isPrepared, var format = medium.deck.format else { return }
        let request = medium.request
        format.gain = settings.decibels(
            for: request.replayGain ?? medium.deck.measured, prefersAlbum: request.prefersAlbumGain)
        guard format != medium.toldFormat else { return }
        current?.toldFormat = format
        emit(.formatChanged(request.token, format))
    }

    /// Carries the known bit rate over to the deck with which a medium is reopened.
    func keepBitRate(of old: Deck, for new: Deck) {
        if new.bitRate.value == nil { new.bitRate = old.bitRate }
    }

    /// Tells the format after the current call, as events do not come from inside a call. Anything that overtakes this
    /// tells the format itself.
    func tellFormatLater() {
        if current != nil { submit { self.tellFormat() } }
    }
}
