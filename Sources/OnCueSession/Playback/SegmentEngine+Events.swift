// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Translates the events of the inner engine from the medium to the part.
extension SegmentEngine {
    func receive(_ event: EngineEvent) {
        switch event {
        case .prepared(let token, let duration, let isSeekable): prepared(token, duration, isSeekable)
        case .hasVideo(let token): hasVideo(token)
        case .formatChanged(let token, let format): formatChanged(token, format)
        case .started(let token): started(token)
        case .durationChanged(let token, let duration): durationChanged(token, duration)
        case .seeked(let token, let position): seeked(token, position)
        case .buffering(let token, let percent): buffering(token, percent)
        case .streamTitle(let token, let title): onEvent?(.streamTitle(outer(token), title))
        case .ended(let token):
            let outer = outer(token)
            if isCurrent(token) { clear() }
            onEvent?(.ended(outer))
        case .failed(let token, let error): failed(token, error)
        case .outputLost(let token, let position, let error): outputLost(token, position, error)
        case .volumeChanged, .outputChanged, .interrupted: onEvent?(event)
        }
    }

    private func isCurrent(_ token: PlaybackRequest.Token) -> Bool { current?.carrier == token }

    private func outer(_ token: PlaybackRequest.Token) -> PlaybackRequest.Token {
        guard let current, current.carrier == token else { return token }
        return current.request.token
    }

    private func prepared(_ token: PlaybackRequest.Token, _ duration: Duration?, _ isSeekable: Bool) {
        guard let current, isCurrent(token) else { return }
        guard isSeekable || current.start == .zero else { return refuse(current) }
        self.current?.whole = duration
        onEvent?(.prepared(current.request.token, duration: current.duration(of: duration), isSeekable: isSeekable))
        wholeChanged()
    }

    /// Notes that the medium has video, which also applies to the following parts of it.
    private func hasVideo(_ token: PlaybackRequest.Token) {
        if isCurrent(token) { current?.hasVideo = true }
        onEvent?(.hasVideo(outer(token)))
    }

    /// Notes the format, which also applies to the following parts, as does the gain with which the medium was opened.
    private func formatChanged(_ token: PlaybackRequest.Token, _ format: MediaFormat) {
        if isCurrent(token) { current?.format = format }
        onEvent?(.formatChanged(outer(token), format))
    }

    /// Refuses a part that does not begin with its medium if the medium cannot jump.
    private func refuse(_ current: Current) {
        clear()
        inner.stop()
        let reason =
            "cannot play this part of \(current.request.location): the file can only be played from its beginning"
        onEvent?(.failed(current.request.token, PlaybackError(.notPlayable, reason)))
    }

    private func durationChanged(_ token: PlaybackRequest.Token, _ duration: Duration?) {
        guard let current, isCurrent(token) else { return }
        self.current?.whole = duration
        onEvent?(.durationChanged(current.request.token, current.duration(of: duration)))
        wholeChanged()
    }

    /// Handles a new duration of the medium, by which the part may or may not end with it.
    private func wholeChanged() {
        guard current?.hasOwnEnd == true else { return }
        if !followers.isEmpty { passOn(isNew: false) }
        aim()
    }

    private func started(_ token: PlaybackRequest.Token) {
        if isCurrent(token) {
            current?.isStarted = true
        } else if let index = followers.firstIndex(where: { $0.token == token }) {
            let isPlaying = current?.isPlaying ?? true
            let (next, rest, passedOn) = (followers[index], followers[(index + 1)...], passedOn - index - 1)
            clear()
            current = Current(request: next, carrier: token, isPlaying: isPlaying, isStarted: true)
            (followers, self.passedOn) = (Array(rest), max(0, passedOn))
            passOn(isNew: false)
        }
        aim()
        onEvent?(.started(outer(token)))
    }

    private func seeked(_ token: PlaybackRequest.Token, _ position: Duration) {
        let inside = isCurrent(token) ? current?.inside(position) ?? position : position
        aim()
        onEvent?(.seeked(outer(token), to: inside))
    }

    private func buffering(_ token: PlaybackRequest.Token, _ percent: Int) {
        if isCurrent(token), current?.isBuffering != (percent < 100) {
            current?.isBuffering = percent < 100
            aim()
        }
        onEvent?(.buffering(outer(token), percent: percent))
    }

    private func failed(_ token: PlaybackRequest.Token, _ error: PlaybackError) {
        let outer = outer(token)
        if isCurrent(token) {
            clear()
        } else if let index = followers.firstIndex(where: { $0.token == token }) {
            followers.removeSubrange(index...)
            passedOn = min(passedOn, index)
        }
        onEvent?(.failed(outer, error))
    }

    private func outputLost(_ token: PlaybackRequest.Token, _ position: Duration, _ error: PlaybackError) {
        let inside = isCurrent(token) ? current?.inside(position) ?? position : position
        current?.isPlaying = false
        stopAiming()
        onEvent?(.outputLost(outer(token), position: inside, error))
    }
}
