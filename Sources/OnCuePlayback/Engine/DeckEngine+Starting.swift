// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueRuntime

/// Starting playback, from a deck that is ready to the first sound.
extension DeckEngine {
    private static let mostRefusals = 3
    private static let refusalPause: Duration = .milliseconds(300)

    /// Handles a current medium whose deck is at the requested position.
    func deckReady() {
        guard let medium = current, medium.stage == .opening else { return }
        if let target = medium.nextSeek {
            current?.nextSeek = nil
            if medium.isSeekable {
                current?.start = medium.clamp(target)
                if medium.deck.isChain { return reopen(at: medium.clamp(target), announces: true) }
                return medium.deck.seek(to: target, pace: Self.pace(medium.request.rate))
            }
            current?.announcesSeek = true
        }
        let start = medium.deck.start
        if recovery.isActive, !goesOn(medium, at: start) { return fail(.brokenOff(medium.request.location)) }
        current?.noteKind()
        if start != medium.start, start == .zero || medium.start > start + .seconds(1) {
            current?.announcesSeek = true
        }
        current?.start = start
        current?.clock.set(start, isRunning: false)
        begin()
        streamRecovers()
    }

    /// Connects the current medium to the output, at the position of its deck.
    private func begin() {
        guard let medium = current else { return }
        current?.stage = .starting
        guard let voice = makeVoice(medium.request, medium.deck) else { return }
        let (generation, rate) = (generation, voice.rate)
        let state = desiredState
        requestedState = state
        resumed = nil
        // Also if it is still buffering: the fade begins with the first frame.
        let fadeTime = wantsPlaying ? takeFade(isStarted: medium.isStarted) : .zero
        let fade = Int(fadeTime / .seconds(1) * Double(rate))
        let mixer = mixer
        submit(isUrgent: true) {
            guard generation == self.generation else { return }
            await self.discardBrokenOutput()
            // It may have taken so long that it was abandoned, and something else plays.
            guard generation == self.generation else { return }
            let graph = self.graph
            let start = OutputGraph.Start(
                generation: generation, state: state, rate: rate, volume: self.streamVolume)
            let result = await graph.start(start) { outlet in
                mixer.attach(voice, to: outlet, generation: generation, fadesIn: fade)
            }
            guard graph === self.graph else {
                // It did not respond in time, and was replaced by another one.
                return await graph.close()
            }
            if case .started(_, let new, let hasNewStream) = result {
                if let new { self.follow(new.time, new.bus) }
                if hasNewStream { self.streamIsNew() }
            }
            guard generation == self.generation else { return }
            self.begun(result)
        }
    }

    private func begun(_ result: OutputGraph.StartResult) {
        switch result {
        case .noOutput: refused()
        case .started(let output, _, _):
            guard output != self.output else { return }
            self.output = output
            emit(.outputChanged(output))
        }
    }

    /// Handles a refused output: a busy server refuses connections for a moment. If there was no output before, the
    /// server is not waited for.
    private func refused() {
        guard let medium = current, output != nil, medium.outputRefusals < Self.mostRefusals else {
            return failOutput(.noOutput())
        }
        current?.outputRefusals += 1
        schedule(.reopening, after: Self.refusalPause) { engine in engine.begin() }
    }

    func discardBrokenOutput() async {
        guard isOutputBroken else { return }
        forgetPipeline()
        await graph.close()
        isOutputBroken = false
    }

    func makeVoice(_ request: PlaybackRequest, _ deck: Deck) -> Voice? {
        guard let line = deck.pipeline?.line, let rate = deck.rate else { return nil }
        var voice = Voice(token: request.token, line: line, rate: rate, gain: gain(of: request, deck))
        voice.pace = deck.pace
        voice.duration = deck.duration
        voice.mayFadeIn = !request.isContinuous
        voice.end = deck.start
        voice.origin = deck.pipeline?.origin ?? .zero
        voice.leastEnd = leastEnd(request, deck)
        if request.location.filePath != nil {
            voice.fetchedAtOnce = Deck.mostAhead
            voice.mayGrow = true
            voice.hasMore = { [weak pipeline = deck.pipeline] in pipeline?.hasMore == true }
        }
        voice.skipsSilence = settings.skipsSilence && request.isSpokenWord
        return voice
    }

    /// Returns the position before which an end may be that of a connection and not of the medium; `nil` for files.
    func leastEnd(_ request: PlaybackRequest, _ deck: Deck) -> Duration? {
        guard request.location.filePath == nil else { return nil }
        guard !request.isLive, let duration = deck.duration else { return .seconds(Int64.max / 2) }
        return duration - Self.endTolerance(of: duration)
    }

    func gain(of request: PlaybackRequest, _ deck: Deck) -> Float {
        Float(settings.gain(for: request.replayGain ?? deck.measured, prefersAlbum: request.prefersAlbumGain))
    }

    /// Handles the arrival of the current medium's first data at the output.
    func arrived() {
        guard let medium = current, medium.stage == .starting else { return }
        current?.stage = .running
        current?.isPrepared = true
        current?.hasRetriedOutput = false
        current?.outputRefusals = 0
        current?.hasHung = false
        current?.clock.set(medium.start, isRunning: false)
        tellVideo()
        tellFormat()
        renewed()
        if requestedState == .paused { hear() }
        guard current?.request.token == medium.request.token else { return }
        awaitedSound?.cancel()
        if isVolumeUnread || tellingsLeft > 0 { checkVolume() }
        tellSeekability()
        if medium.announcesSeek {
            current?.announcesSeek = false
            emit(.seeked(medium.request.token, to: medium.start))
        }
        guard current?.request.token == medium.request.token else { return }
        if current?.isBuffering == true, medium.deck.isList { watchStall() }
        reconcile()
        openFollowersIfDue()
        lineUp()
        prepareReturn()
        openExpected()
        spare.replace()
        decodeAheadSoon()
    }

    /// Reports video in the medium, if there is any.
    func tellVideo() {
        guard let medium = current, !medium.isVideoTold, medium.deck.hasVideo else { return }
        current?.isVideoTold = true
        emit(.hasVideo(medium.request.token))
    }

    /// Reports that the medium is prepared, and reports again when it becomes known whether it can jump.
    func tellSeekability() {
        guard let medium = current, medium.isSeekable != medium.toldSeekable else { return }
        current?.toldSeekable = medium.isSeekable
        emit(.prepared(medium.request.token, duration: medium.duration, isSeekable: medium.isSeekable))
    }

    var desiredState: ElementState {
        wantsPlaying && current?.isBuffering != true ? .playing : .paused
    }

    /// Sets the output to playing or paused if that differs from its last state.
    func reconcile() {
        guard let medium = current, medium.stage == .starting || medium.stage == .running else { return }
        let state = desiredState
        if state == .playing, isFading { return resumeFading() }
        guard state != requestedState, !isFading else { return }
        if state == .paused {
            if fadesOut, medium.stage == .running, !medium.isBuffering { return fadeToPause() }
            pause()
        } else {
            if medium.isStarted { mixer.fade(isIn: true, within: settings.fade) }
            setOutputState(state)
        }
    }

    func pause() {
        let position = position
        if let position { current?.clock.set(position, isRunning: false) }
        pauseTimers()
        setOutputState(.paused)
        guard outputTime?.delay ?? .zero > .zero else { return }
        // Sound that was given to the output is heard during the pause, and playback resumes after it.
        submit { self.hear() }
        tellPosition()
    }

    func setOutputState(_ state: ElementState) {
        requestedState = state
        resumed = state == .playing ? current.map { (.now, $0.clock.now) } : nil
        let generation = generation
        submit {
            guard generation == self.generation else { return }
            if await !self.graph.setState(state) { self.log.debug("waiting for data before pausing the output") }
        }
    }

    /// Handles the output's change to the state PLAYING.
    func playing() {
        guard let medium = current, medium.stage == .running else { return }
        // The pause was requested before it was possible.
        if requestedState == .paused { return setOutputState(.paused) }
        guard requestedState == .playing else { return }
        if outputTime?.isLost == true { return renewOutput() }
        current?.clock.set(medium.clock.now, isRunning: true, pace: medium.deck.pace)
        guard !medium.isStarted else {
            awaitSound()
            return resumeTimers()
        }
        current?.isStarted = true
        emit(.started(medium.request.token))
        guard current?.request.token == medium.request.token else { return }
        tellSeekability()
        awaitSound()
        resumeTimers()
    }

    /// Reports the silence before the output makes the first sound heard as buffering, during which the position does
    /// not move.
    private func awaitSound() {
        guard let delay = outputTime?.delay, delay > .zero, let medium = current else { return hear() }
        if !medium.isBuffering, !medium.isRenewing, !medium.isAwaited {
            current?.isAwaited = true
            emit(.buffering(medium.request.token, percent: 0))
        }
        schedule(.hearing, after: delay) { $0.hear() }
    }

    /// Ends the wait for sound, because it is heard or no longer waited for.
    func hear() {
        timers.removeValue(forKey: .hearing)?.cancel()
        guard let medium = current, medium.isAwaited else { return }
        current?.isAwaited = false
        if medium.stage == .running, let position {
            current?.clock.set(position, isRunning: medium.clock.isRunning, pace: medium.deck.pace)
        }
        if !medium.isBuffering, !medium.isRenewing { emit(.buffering(medium.request.token, percent: 100)) }
    }
}
