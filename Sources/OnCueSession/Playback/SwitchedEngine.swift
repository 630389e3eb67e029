// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Plays on this machine or in the page of a browser, depending on the chosen output; never on both.
///
/// The current medium moves to the other engine at its position when the output does, as the same request.
@MediaActor
package final class SwitchedEngine: PlaybackEngine {
    package var onEvent: (@MediaActor (EngineEvent) -> Void)?

    private let machine: any PlaybackEngine
    private let browser: any PlaybackEngine
    private var isInBrowser = false
    private var current: Current?
    private var followers: [PlaybackRequest] = []
    private var isPlaying = false
    private var volume = 1.0
    private var isMuted = false
    private var held: [PreparedMedium] = []
    private var title: String?

    private struct Current {
        var request: PlaybackRequest
        var isStarted = false
        /// Whether it continues on another output, where its first sound has not been heard yet.
        var isMoving = false
    }

    /// - Parameters:
    ///   - machine: Plays on this machine; used only by this object.
    ///   - browser: Plays in a page; used only by this object.
    package init(_ machine: any PlaybackEngine, browser: any PlaybackEngine) {
        (self.machine, self.browser) = (machine, browser)
        machine.onEvent = { [weak self] in self?.receive($0, isFromBrowser: false) }
        browser.onEvent = { [weak self] in self?.receive($0, isFromBrowser: true) }
    }

    private var active: any PlaybackEngine { isInBrowser ? browser : machine }

    package func load(_ request: PlaybackRequest, at position: Duration, playing: Bool) {
        current = Current(request: request)
        (followers, isPlaying) = ([], playing)
        active.load(request, at: position, playing: playing)
    }

    package func cue(_ followers: [PlaybackRequest]) {
        if current != nil { self.followers = followers }
        active.cue(followers)
    }

    package func setPlaying(_ isPlaying: Bool) {
        self.isPlaying = isPlaying
        active.setPlaying(isPlaying)
    }

    package func seek(to position: Duration) { active.seek(to: position) }

    package func repeatPart(_ part: Range<Duration>?) { active.repeatPart(part) }

    package var returnsByItself: Bool { active.returnsByItself }

    package func fadeInNext(within length: Duration) { active.fadeInNext(within: length) }

    package func stop() {
        forget()
        active.stop()
    }

    package func halt() {
        forget()
        active.halt()
    }

    package func setVolume(_ volume: Double) {
        self.volume = volume
        active.setVolume(volume)
    }

    package func setMuted(_ isMuted: Bool) {
        self.isMuted = isMuted
        active.setMuted(isMuted)
    }

    package func prepare(_ media: [PreparedMedium]) {
        held = media
        active.prepare(media)
    }

    package func apply(_ settings: SoundSettings) {
        machine.apply(settings)
        browser.apply(settings)
    }

    package func setRate(_ rate: Double) {
        current?.request.rate = rate
        active.setRate(rate)
    }

    package func announce(_ title: String?) {
        self.title = title
        active.announce(title)
    }

    package var position: Duration? { active.position }

    package var heard: HeardPosition? { active.heard }

    package var reserve: Duration { active.reserve }

    package func keepStep(_ correction: StepCorrection) { active.keepStep(correction) }

    package var output: AudioOutput? { active.output }

    package func shutDown() async {
        forget()
        onEvent = nil
        await browser.shutDown()
        await machine.shutDown()
    }

    private func forget() { (current, followers) = (nil, []) }

    // MARK: Moving

    package func setOutput(_ choice: OutputChoice) {
        let isInBrowser = choice.browser != nil
        guard isInBrowser != self.isInBrowser else {
            if isInBrowser, current?.isStarted == true { wait() }
            return active.setOutput(choice)
        }
        let (old, position) = (active, active.position)
        old.prepare([])
        // The old engine must be silent before the new one is heard.
        old.halt()
        if self.isInBrowser { old.setOutput(choice) }
        self.isInBrowser = isInBrowser
        active.setOutput(choice)
        active.setVolume(volume)
        active.setMuted(isMuted)
        active.prepare(held)
        active.announce(title)
        guard let current else { return }
        if current.isStarted { wait() }
        active.load(current.request, at: position ?? .zero, playing: isPlaying)
        active.cue(followers)
    }

    /// Reports buffering, during which the position does not move, until sound comes from the other output.
    private func wait() {
        guard let token = current?.request.token else { return }
        current?.isMoving = true
        if isPlaying { Task { @MediaActor in if isMoving(token) { onEvent?(.buffering(token, percent: 0)) } } }
    }

    private func isMoving(_ token: PlaybackRequest.Token) -> Bool {
        current?.request.token == token && current?.isMoving == true
    }

    private func receive(_ event: EngineEvent, isFromBrowser: Bool) {
        guard isFromBrowser == isInBrowser else { return }
        switch event {
        case .started(let token):
            if let index = followers.firstIndex(where: { $0.token == token }) {
                current = Current(request: followers[index])
                followers.removeFirst(index + 1)
            }
            guard current?.request.token == token else { break }
            current?.isStarted = true
            if current?.isMoving == true { return goOn(token) }
        case .buffering(let token, 100): if isMoving(token) { return goOn(token) }
        case .ended(let token), .failed(let token, _), .outputLost(let token, _, _):
            if current?.request.token == token {
                forget()
            } else if let index = followers.firstIndex(where: { $0.token == token }) {
                followers.removeSubrange(index...)
            }
        default: break
        }
        onEvent?(event)
    }

    /// Handles the first sound of the same request from the other output.
    private func goOn(_ token: PlaybackRequest.Token) {
        current?.isMoving = false
        onEvent?(.buffering(token, percent: 100))
        if let position { onEvent?(.seeked(token, to: position)) }
    }
}
