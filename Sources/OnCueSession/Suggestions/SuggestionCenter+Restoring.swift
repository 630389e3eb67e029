// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSuggestions

/// Restores the offer from before a restart.
extension SuggestionCenter {
    /// Begins to observe triggers, and restores the offer from before a restart.
    package func begin() {
        let saved = memory.state.offer
        let isOpen = saved?.isOpen(at: parts.clock.now()) ?? false
        if let saved, isOpen { parts.triggers.adopt(saved.trigger) }
        soundUse?.start()
        doNotDisturb?.start()
        parts.triggers.begin()
        guard let saved else { return }
        guard isOpen else { return giveUpSaved() }
        finding = (
            saved.trigger,
            Task { @MediaActor in
                let found = await finder.restore(
                    saved, at: moment(of: saved.trigger), memory.state.collections)
                guard !Task.isCancelled else { return }
                finding = nil
                restore(found, saved)
            }
        )
    }

    private func restore(_ found: [ShownSuggestion], _ saved: SavedOffer) {
        let remaining = saved.expiresAt - parts.clock.now()
        guard !found.isEmpty, remaining > 0, snapshot.status != .playing else {
            return giveUpSaved()
        }
        let offer = Offer(
            saved.trigger, at: moment(of: saved.trigger), policy: RaisingPolicy(),
            found.map(\.choice))
        carryOut(board.raise(offer, until: elapsed + .seconds(remaining)))
        show(
            ShownOffer(
                saved.trigger, sentence: saved.trigger.sentence, raisedAt: saved.raisedAt, expiresAt: saved.expiresAt,
                found))
        prepare(found[0])
    }

    /// Ends the saved offer, and updates publishers that still display it.
    private func giveUpSaved() {
        memory.note { $0.offer = nil }
        if offer == nil { publish() }
    }

    /// Saves an offer, so that it survives a restart of the service.
    func keep(_ shown: ShownOffer) {
        memory.note {
            $0.offer = SavedOffer(
                shown.trigger, raisedAt: shown.raisedAt, expiresAt: shown.expiresAt,
                shown.suggestions.map { .init(sentence: $0.sentence, suggestion: $0.suggestion) })
        }
    }
}
