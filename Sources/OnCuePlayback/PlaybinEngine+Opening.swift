// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueRuntime

extension PlaybinEngine {
    /// Opens the current medium at `current.start`; everything that was on its way is overtaken.
    func open() {
        guard let medium = current else { return }
        overtake()
        generation += 1
        cancelTimers()
        current?.stage = .opening
        current?.seekTarget = nil
        current?.nextSeek = nil
        current?.isBuffering = false
        current?.clock.set(medium.start, isRunning: false)
        let generation = generation
        submit(within: Operation.endingLimit) { await self.endPrevious(generation: generation) }
        submit { await self.open(medium.request.location, generation: generation) }
    }

    private func endPrevious(generation: UInt64) async {
        guard generation == self.generation else { return }
        if isPlayerBroken { await discardBrokenPlayer() } else { await graph.reset() }
    }

    private func open(_ location: MediaLocation, generation: UInt64) async {
        guard generation == self.generation, let medium = current else { return }
        let wasLost = self.wasLost
        // A medium that begins at its start can go to PLAYING at once; that saves a round trip.
        let state: ElementState = wantsPlaying && medium.start == .zero ? .playing : .paused
        requestedState = state
        let refusal = await makePlayer()
        guard generation == self.generation else { return }
        if let refusal { return fail(refusal) }
        let result = await graph.open(location, generation: generation, state: state, loudness: loudness)
        guard generation == self.generation else { return }
        switch result {
        case .refused(let error): fail(error)
        case .noOutput: failOutput(.noOutput(), wasLost: wasLost)
        case .opened(let output, let change): opened(output, change)
        }
    }

    /// Gives up a player that has failed, once.
    func discardBrokenPlayer() async {
        guard isPlayerBroken else { return }
        isPlayerBroken = false
        await graph.discard()
    }

    private var wasLost: Bool { current?.isPrepared == true && current?.isStarted == true }

    private func opened(_ output: AudioOutput, _ change: StateChange) {
        if output != self.output {
            self.output = output
            emit(.outputChanged(output))
        }
        switch change {
        case .live:
            current?.isLive = true
            prepared()
        case .failed:
            // The error has been posted before this marker; if none was, there must be an end all the same.
            let generation = generation
            submit { await self.graph.post(marker: generation) }
        case .done, .pending: break
        }
        reconcile()
    }

    /// The first data is at the sink.
    func prepared() {
        guard let medium = current, let player else { return }
        current?.isSeekable = player.isSeekable && !medium.refusesSeeks
        current?.duration = player.duration
        if medium.stage == .opening, medium.start > .zero, current?.isSeekable == true {
            let start = current?.clamp(medium.start) ?? .zero
            current?.start = start
            current?.stage = .positioning
            submitSeek(to: start)
            return
        }
        if medium.stage == .opening, medium.start > .zero {
            current?.start = .zero
            current?.announcesSeek = true
        }
        run()
    }

    /// The medium stands where it is to begin.
    func run() {
        guard let medium = current else { return }
        current?.stage = .running
        current?.clock.set(medium.start, isRunning: false)
        current?.isPrepared = true
        // A follower is not known to anybody before it has started.
        if medium.predecessor == nil { tellSeekability() }
        if medium.announcesSeek {
            current?.announcesSeek = false
            emit(.seeked(medium.request.token, to: medium.start))
        }
        reconcile()
        cell.release(.opening)
        if let next = current?.nextSeek {
            current?.nextSeek = nil
            seek(to: next)
        }
        handOverIfDue()
    }

    /// Tells that the medium is prepared, and once more when it turns out whether it can jump.
    func tellSeekability() {
        guard let medium = current, medium.isSeekable != medium.toldSeekable else { return }
        current?.toldSeekable = medium.isSeekable
        emit(.prepared(medium.request.token, duration: medium.duration, isSeekable: medium.isSeekable))
    }

    /// Gives the player the follower that was not there, or was not to be given, when it asked.
    ///
    /// If that turns out to be too late, the follower is opened when the current medium has ended.
    func handOverIfDue() {
        guard cell.isHandoverDue, current?.stage == .running else { return }
        let generation = generation
        submit {
            guard generation == self.generation else { return }
            await self.graph.handOverLate()
            if generation == self.generation { self.watchFollower() }
        }
    }

    /// Tells the player to play or to pause, when that is not what it was told last.
    func reconcile() {
        guard let medium = current else { return }
        let isStanding = medium.stage == .positioning || medium.stage == .opening && medium.start > .zero
        let state: ElementState =
            wantsPlaying && !isStanding && (!medium.isBuffering || medium.isLive) ? .playing : .paused
        guard medium.stage != .lost, state != requestedState else { return }
        if state == .paused {
            let position = position ?? medium.clock.now
            current?.clock.set(position, isRunning: false)
            pauseTimers()
        }
        requestedState = state
        let generation = generation
        submit {
            guard generation == self.generation else { return }
            await self.graph.setState(state)
        }
    }

    /// The player has reached PLAYING.
    func playing() {
        guard let medium = current, medium.stage == .running, requestedState == .playing else { return }
        current?.clock.set(medium.clock.now, isRunning: true)
        resumeTimers()
        guard !medium.isStarted else { return }
        current?.isStarted = true
        current?.predecessor = nil
        emit(.started(medium.request.token))
        if medium.predecessor != nil, let duration = medium.duration {
            emit(.durationChanged(medium.request.token, duration))
        }
        tellSeekability()
    }

    /// Looks at a follower in time, so that one that is missing does no harm to what plays.
    func check(_ next: PlaybackRequest) async {
        guard let error = await FileCheck.check(next.location), cell.cued?.token == next.token,
            cell.taken?.token != next.token
        else { return }
        cell.cue(nil)
        emit(.failed(next.token, error))
    }
}
