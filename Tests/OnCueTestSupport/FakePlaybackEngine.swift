// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// A playback engine without sound whose time passes only in `advance(by:)`.
///
/// It keeps the promises of the port, as the contract suite shows. Nothing happens inside of a call: what comes of
/// it is told at the next `advance(by:)`, which may be by zero.
@MediaActor
package final class FakePlaybackEngine: PlaybackEngine {
    /// What there is at a location.
    package struct Medium: Sendable {
        /// `nil` for a live stream.
        package var duration: Duration?
        package var isSeekable: Bool
        /// Why it does not open.
        package var failure: PlaybackError?
        /// Where it turns out to be damaged.
        package var breaksAt: Duration?
        /// It has moving pictures.
        package var hasVideo = false
        /// Its format; the gain follows from the request and the settings.
        package var format: MediaFormat?

        package init(
            duration: Duration? = .seconds(180), isSeekable: Bool = true, failure: PlaybackError? = nil,
            breaksAt: Duration? = nil
        ) {
            self.duration = duration
            self.isSeekable = isSeekable
            self.failure = failure
            self.breaksAt = breaksAt
        }
    }

    /// A call as it was made.
    package enum Call: Sendable, Equatable {
        case load(PlaybackRequest, at: Duration, playing: Bool)
        case cue([PlaybackRequest])
        case setPlaying(Bool)
        case seek(Duration)
        case stop
        case halt
        case setVolume(Double)
        case setMuted(Bool)
        case apply(SoundSettings)
        case setRate(Double)
        case setOutput(OutputChoice)
        case fadeInNext(Duration)
        case shutDown
    }

    package var onEvent: (@MediaActor (EngineEvent) -> Void)?
    /// What is at which location; everything else is `defaultMedium`.
    package var media: [MediaLocation: Medium] = [:]
    package var defaultMedium = Medium()
    /// False while no sound server is running.
    package var hasOutput = true
    package private(set) var output: AudioOutput?
    private var outputChoice = OutputChoice.automatic
    private var isOutputChangeDue = false

    package private(set) var calls: [Call] = []
    package private(set) var repeatedParts: [Range<Duration>?] = []
    /// What it answers; it never returns without being told.
    package var returnsByItself = false
    package private(set) var volume = 1.0
    package private(set) var isMuted = false
    package private(set) var isPlaying = false
    /// What is held open at the moment.
    package private(set) var prepared: [PreparedMedium] = []
    package private(set) var settings = SoundSettings()
    /// What mixers show.
    package private(set) var title: String?

    private struct Current {
        var request: PlaybackRequest
        var medium: Medium
        var position: Duration
        var isPrepared = false
        var isStarted = false
        var isLost = false
        var toldFormat: MediaFormat?
    }

    private var current: Current?
    private var followers: [PlaybackRequest] = []
    /// How many of them have been found to open.
    private var checkedFollowers = 0
    private var seekTarget: Duration?
    private var isShutDown = false

    /// What is heard now, which a test says; nothing if absent.
    package var hears: (@MediaActor () -> HeardPosition?)?
    /// The corrections by which it is in step with another machine, in their order.
    package private(set) var corrections: [StepCorrection] = []

    package init() {}

    /// The request that plays or is being opened.
    package var currentRequest: PlaybackRequest? { current?.request }

    /// The request that follows.
    package var cuedRequest: PlaybackRequest? { followers.first }

    /// Those that follow, one after the other.
    package var cuedRequests: [PlaybackRequest] { followers }

    // MARK: PlaybackEngine

    package func load(_ request: PlaybackRequest, at position: Duration, playing: Bool) {
        calls.append(.load(request, at: position, playing: playing))
        guard !isShutDown else { return }
        let medium = medium(at: request.location)
        current = Current(request: request, medium: medium, position: medium.isSeekable ? max(.zero, position) : .zero)
        isPlaying = playing
        dropFollowers(behind: 0)
        // It begins elsewhere than it should, which is told.
        seekTarget = !medium.isSeekable && position > .zero ? .zero : nil
    }

    package func cue(_ followers: [PlaybackRequest]) {
        calls.append(.cue(followers))
        guard current != nil else { return }
        let kept = zip(self.followers, followers).prefix { $0.location == $1.location && $0.rate == $1.rate }.count
        self.followers = followers
        checkedFollowers = min(checkedFollowers, kept)
    }

    package func repeatPart(_ part: Range<Duration>?) { repeatedParts.append(part) }

    package func setPlaying(_ isPlaying: Bool) {
        calls.append(.setPlaying(isPlaying))
        guard current != nil else { return }
        self.isPlaying = isPlaying
    }

    package func seek(to position: Duration) {
        calls.append(.seek(position))
        guard let current else { return }
        seekTarget =
            current.medium.isSeekable
            ? min(max(.zero, position), current.medium.duration ?? position) : current.position
    }

    package func stop() {
        calls.append(.stop)
        clear()
    }

    package func halt() {
        calls.append(.halt)
        clear()
    }

    package func setVolume(_ volume: Double) {
        calls.append(.setVolume(volume))
        self.volume = min(max(volume, 0), 1)
    }

    package func setMuted(_ isMuted: Bool) {
        calls.append(.setMuted(isMuted))
        self.isMuted = isMuted
    }

    package func prepare(_ media: [PreparedMedium]) {
        prepared = media
    }

    package func apply(_ settings: SoundSettings) {
        calls.append(.apply(settings))
        self.settings = settings
    }

    package func setRate(_ rate: Double) {
        calls.append(.setRate(rate))
        current?.request.rate = min(max(rate, 0.5), 3)
    }

    package func setOutput(_ choice: OutputChoice) {
        calls.append(.setOutput(choice))
        outputChoice = choice
        guard output != nil else { return }
        isOutputChangeDue = true
    }

    package func announce(_ title: String?) {
        self.title = title
    }

    package func fadeInNext(within length: Duration) {
        calls.append(.fadeInNext(length))
    }

    package var position: Duration? { seekTarget ?? current?.position }

    package var heard: HeardPosition? { hears?() }

    package func keepStep(_ correction: StepCorrection) { corrections.append(correction) }

    package func shutDown() async {
        calls.append(.shutDown)
        isShutDown = true
        clear()
    }

    // MARK: Time

    /// Lets time pass and tells everything that happens in it, in order.
    package func advance(by duration: Duration) {
        var remaining = duration
        repeat {
            settle()
            remaining = play(remaining)
        } while remaining > .zero
        settle()
    }

    // MARK: From outside

    /// What plays breaks off.
    package func breakOff(_ error: PlaybackError) {
        guard let request = current?.request else { return }
        clear()
        emit(.failed(request.token, error))
    }

    /// The sound server goes away.
    package func loseOutput() {
        hasOutput = false
        guard let current, current.isPrepared else { return }
        isPlaying = false
        self.current?.isLost = true
        emit(
            .outputLost(
                current.request.token, position: current.position,
                PlaybackError(.audioOutputLost, "the output went away")))
    }

    /// Somebody turns the knob of a mixer.
    package func changeVolumeFromOutside(to volume: Double, isMuted: Bool = false) {
        self.volume = volume
        self.isMuted = isMuted
        emit(.volumeChanged(volume: volume, isMuted: isMuted))
    }

    /// The live stream announces a title.
    package func announce(title: String) {
        if let current { emit(.streamTitle(current.request.token, title)) }
    }

    /// The sound server wants silence, or no longer does.
    package func interrupt(_ isInterrupted: Bool) {
        emit(.interrupted(isInterrupted))
    }

    /// The network stream fills its buffer.
    package func buffer(percent: Int) {
        if let current { emit(.buffering(current.request.token, percent: percent)) }
    }

    /// Forgets the calls that were made so far.
    package func forgetCalls() {
        calls.removeAll()
    }

    // MARK: Inside

    /// Tells what is due without time passing.
    private func settle() {
        reopenOutput()
        openCurrent()
        checkFollowers()
        tellFormat()
        if let target = seekTarget, let current, current.isPrepared {
            seekTarget = nil
            self.current?.position = target
            emit(.seeked(current.request.token, to: target))
        }
        if let current, current.isPrepared, !current.isStarted, !current.isLost, isPlaying {
            self.current?.isStarted = true
            emit(.started(current.request.token))
        }
    }

    private func openCurrent() {
        guard let current, !current.isPrepared else { return }
        guard current.medium.failure == nil, hasOutput else {
            let error = current.medium.failure ?? PlaybackError(.noAudioOutput, "no sound server is running")
            clear()
            emit(.failed(current.request.token, error))
            return
        }
        if output == nil { changeOutput() }
        let duration = current.medium.duration
        self.current?.isPrepared = true
        self.current?.position = min(current.position, duration ?? current.position)
        if current.medium.hasVideo { emit(.hasVideo(current.request.token)) }
        tellFormat()
        emit(.prepared(current.request.token, duration: duration, isSeekable: current.medium.isSeekable))
    }

    /// Tells the format of what is open, when that has changed.
    private func tellFormat() {
        guard let current, current.isPrepared, var format = current.medium.format else { return }
        let request = current.request
        format.gain = settings.decibels(for: request.replayGain, prefersAlbum: request.prefersAlbumGain)
        guard format != current.toldFormat else { return }
        self.current?.toldFormat = format
        emit(.formatChanged(request.token, format))
    }

    private func changeOutput() {
        isOutputChangeDue = false
        var device: String?
        if case .device(let name) = outputChoice { device = name }
        let new = AudioOutput(name: "silent", isSilent: true, identifier: device)
        output = new
        emit(.outputChanged(new))
    }

    private func reopenOutput() {
        if isOutputChangeDue { changeOutput() }
        guard let current, current.isLost, isPlaying else { return }
        if hasOutput {
            self.current?.isLost = false
        } else {
            isPlaying = false
            emit(
                .outputLost(
                    current.request.token, position: current.position,
                    PlaybackError(.noAudioOutput, "no sound server is running")))
        }
    }

    private func checkFollowers() {
        guard current?.isPrepared == true else { return }
        while checkedFollowers < followers.count {
            let follower = followers[checkedFollowers]
            guard let failure = medium(at: follower.location).failure else {
                checkedFollowers += 1
                continue
            }
            dropFollowers(behind: checkedFollowers)
            emit(.failed(follower.token, failure))
        }
    }

    private func dropFollowers(behind count: Int) {
        followers.removeSubrange(count...)
        checkedFollowers = min(checkedFollowers, count)
    }

    /// Plays for at most this long, up to the next thing that happens; returns what is left.
    private func play(_ duration: Duration) -> Duration {
        guard let current, isPlaying, current.isStarted, !current.isLost else { return .zero }
        let end = [current.medium.duration, current.medium.breaksAt].compactMap { $0 }.min()
        let rate = current.request.rate
        let heard = duration * rate
        let step = min(heard, end.map { max(.zero, $0 - current.position) } ?? heard)
        self.current?.position += step
        if let end, current.position + step >= end {
            if let breaksAt = current.medium.breaksAt, breaksAt <= end {
                clear()
                emit(.failed(current.request.token, PlaybackError(.notPlayable, "the medium is damaged")))
            } else {
                finish(current.request)
            }
        }
        return rate == 1 ? duration - step : step < heard ? duration - step / rate : .zero
    }

    private func finish(_ request: PlaybackRequest) {
        guard let follower = followers.first else {
            clear()
            emit(.ended(request.token))
            return
        }
        let medium = medium(at: follower.location)
        let couldSeek = current?.medium.isSeekable
        followers.removeFirst()
        checkedFollowers = max(0, checkedFollowers - 1)
        current = Current(request: follower, medium: medium, position: .zero, isPrepared: true, isStarted: true)
        emit(.started(follower.token))
        if medium.hasVideo { emit(.hasVideo(follower.token)) }
        tellFormat()
        emit(.durationChanged(follower.token, medium.duration))
        if medium.isSeekable != couldSeek {
            emit(.prepared(follower.token, duration: medium.duration, isSeekable: medium.isSeekable))
        }
    }

    private func clear() {
        current = nil
        dropFollowers(behind: 0)
        seekTarget = nil
        isPlaying = false
    }

    private func medium(at location: MediaLocation) -> Medium { media[location] ?? defaultMedium }

    private func emit(_ event: EngineEvent) {
        if !isShutDown { onEvent?(event) }
    }
}

extension PlaybackEngine {
    /// Cues one follower, or none.
    package func cue(_ next: PlaybackRequest?) {
        cue(next.map { [$0] } ?? [])
    }
}
