// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
package import OnCueCore
import OnCueRuntime

/// Fades where playing begins and ends.
extension DeckEngine {
    var fadesOut: Bool { settings.fade > .zero && requestedState == .playing && !isFading }

    package func apply(_ settings: SoundSettings) {
        guard settings != self.settings else { return }
        self.settings = settings
        mixer.apply(settings)
        let open = followers.compactMap { follower in follower.deck.map { (follower.request, $0) } }
        for (request, deck) in [current.map { ($0.request, $0.deck) }].compactMap(\.self) + open {
            mixer.setGain(gain(of: request, deck), of: request.token)
            mixer.setSkipsSilence(settings.skipsSilence && request.isSpokenWord, of: request.token)
        }
        tellFormatLater()
    }

    /// Resumes with a fade from silence: sound already in the output would be heard at full volume.
    ///
    /// - Returns: `false` if that is not possible.
    func goesOnFaded() -> Bool {
        guard let medium = current, medium.stage == .running, requestedState == .paused, medium.isSeekable, let position
        else { return false }
        reposition(to: position, announces: medium.announcesSeek)
        return true
    }

    /// Returns the duration of the fade-in of playback that begins now.
    func takeFade(isStarted: Bool) -> Duration {
        defer { nextFade = .zero }
        if nextFade > .zero { return nextFade }
        return isStarted ? .zero : settings.fade
    }

    func fadeToPause() {
        isFading = true
        mixer.fade(isIn: false, within: settings.fade)
        // In case nothing arrives that could fade.
        schedule(.silence, after: settings.fade + .seconds(1)) { $0.faded() }
    }

    /// Handles a resumption during the fade-out.
    func resumeFading() {
        isFading = false
        timers.removeValue(forKey: .silence)?.cancel()
        mixer.fade(isIn: true, within: settings.fade)
    }

    func fadeToStop() {
        guard let medium = current else { return }
        wantsPlaying = false
        isFading = true
        stopping = medium.deck
        medium.deck.onEvent = nil
        current = nil
        dropFollowers()
        mixer.fade(isIn: false, within: settings.fade)
        // In case the end comes first, or nothing arrives.
        schedule(.silence, after: settings.fade + .seconds(1)) { $0.faded() }
    }

    /// Handles a fade of which the mixer has handed over everything.
    func silenced(at time: Duration) {
        guard isFading else { return }
        guard let heard = outputTime?.estimated, time > heard else { return faded() }
        schedule(.silence, after: time - heard) { $0.faded() }
    }

    private func faded() {
        guard isFading else { return }
        isFading = false
        if stopping != nil {
            abandon()
            keepOutput()
        } else if desiredState == .paused {
            pause()
        }
    }
}
