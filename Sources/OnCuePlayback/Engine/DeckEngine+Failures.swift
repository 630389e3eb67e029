// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueRuntime

extension DeckEngine {
    /// An output that fails within this time after playback resumed was gone before: nothing has been heard since.
    private static let silentTime: Duration = .seconds(1)

    /// Handles a failure of the current medium's decoder.
    func deckFailed(_ error: PlaybackError) {
        guard let medium = current else { return }
        if takesUpAgain(error) { return }
        guard medium.isStarted, medium.stage == .running, medium.failure == nil else { return fail(error) }
        // The data received is heard first.
        current?.failure = error
        mixer.breakOff(medium.request.token)
    }

    /// Handles a request that cannot be played, or not to its end.
    func fail(_ error: PlaybackError) {
        guard let medium = current else { return }
        abandon()
        submit(within: Operation.endingLimit) { await self.graph.reset() }
        releaseLater()
        emit(.failed(medium.request.token, error))
    }

    /// Handles an output that no longer accepts data.
    func outputFailed(_ failure: PipelineFailure) {
        guard let medium = current else { return }
        log.debug("the output fails", ["text": failure.text, "debug": failure.debug])
        isOutputBroken = true
        let resumed = resumed.flatMap { ContinuousClock.now - $0.at < Self.silentTime ? $0.position : nil }
        if medium.stage != .running || !medium.isStarted || resumed != nil, !medium.hasRetriedOutput {
            // It went away while nothing was heard, and may be back.
            current?.hasRetriedOutput = true
            retry(at: resumed ?? medium.nextSeek ?? medium.start)
            return tellRenewing()
        }
        loseOutput(.outputLost(failure), at: medium.clamp(resumed ?? medium.clock.now))
    }

    /// Moves the current medium to a new output, because the clock of the present one is lost and nothing is heard.
    func renewOutput() {
        guard let medium = current else { return }
        log.debug("the clock of the output was lost; reopening the output")
        isOutputBroken = true
        retry(at: medium.start)
    }

    /// Leaves an output whose sound cannot be moved to another, and resumes where it was heard.
    func changeOutput() {
        isOutputBroken = true
        guard let medium = current, medium.stage == .starting || medium.stage == .running else { return }
        retry(at: medium.nextSeek ?? position ?? medium.start)
        tellRenewing()
    }

    /// Handles the lack of an output that accepts the medium.
    func failOutput(_ error: PlaybackError) {
        guard let medium = current else { return }
        if medium.isStarted { loseOutput(error, at: medium.start) } else { fail(error) }
    }

    /// Resumes the current medium where it was last heard.
    private func retry(at position: Duration) {
        guard let medium = current else { return }
        if medium.isSeekable, medium.deck.isReady {
            reposition(to: position, announces: medium.announcesSeek)
        } else {
            reopen(at: position, announces: medium.announcesSeek)
        }
    }

    /// Reports silence while an output is requested again, as buffering.
    private func tellRenewing() {
        guard let medium = current, medium.isStarted, !medium.isBuffering, !medium.isRenewing else { return }
        current?.isRenewing = true
        emit(.buffering(medium.request.token, percent: 0))
    }

    /// Handles the result of requesting an output again.
    func renewed() {
        guard let medium = current, medium.isRenewing else { return }
        current?.isRenewing = false
        if !medium.isBuffering, !medium.isAwaited { emit(.buffering(medium.request.token, percent: 100)) }
    }

    private func loseOutput(_ error: PlaybackError, at position: Duration) {
        guard let medium = current else { return }
        newGeneration()
        wantsPlaying = false
        requestedState = .null
        current?.stage = .lost
        current?.start = position
        current?.hasRetriedOutput = false
        current?.clock.set(position, isRunning: false)
        isOutputBroken = true
        renewed()
        hear()
        submit(within: Operation.endingLimit) { await self.discardBrokenOutput() }
        emit(.outputLost(medium.request.token, position: position, error))
    }

    /// Resumes where the output was lost.
    func resumeLost() {
        guard let medium = current else { return }
        retry(at: medium.start)
    }
}
