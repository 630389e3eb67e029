// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import Synchronization

/// Joins decoded sound, frame by frame, and hands it to the output.
///
/// It runs when the output requests more and when decoders deliver, on streaming threads; nothing in it waits.
final class Mixer: Sendable {
    /// A notice to `MediaActor`.
    enum Notice: Sendable, Equatable {
        /// The first frame of the follower is heard at this time of the output.
        case follows(PlaybackRequest.Token, at: Duration)
        /// All of the medium has been taken, and the follower has not arrived yet.
        case drained(PlaybackRequest.Token)
        /// The decoder does not bring enough.
        case starves(PlaybackRequest.Token)
        case recovers(PlaybackRequest.Token)
        /// The medium that faded out into its follower is no longer needed.
        case crossed
        /// The current medium continues at the start of its part, from another line, and is heard at this time of the
        /// output.
        case returns(PlaybackRequest.Token, from: ObjectIdentifier, at: Duration)
        /// A fade has reached silence, which is heard at this time of the output.
        case silenced(at: Duration)
    }

    /// The followers that are not ready.
    enum Rest {
        case none
        /// The next of them is being opened, and ready in a moment.
        case soon
        /// The next of them is awaited only after everything else has been heard.
        case late
    }

    /// The way in which the current medium continues at the end of a repeated part.
    struct Return: Sendable {
        /// The voice that begins at the start of the part.
        var voice: Voice
        /// The end of the part, in the medium.
        var end: Duration
    }

    struct State {
        var generation: UInt64 = 0
        var source: SampleSource?
        var heard: @Sendable () -> Duration? = { nil }
        var timeline = Timeline(rate: 44_100)
        var current: Voice?
        /// The followers that are ready.
        var followers: [Voice] = []
        /// The followers behind them.
        var rest = Rest.none
        var back: Return?
        /// The voice that fades out while the current one fades in.
        var outgoing: Voice?
        var crossing: Crossing?
        var crossfade: Duration = .zero
        var fader = Fader()
        var step = Step()
        /// Ten gains, as in the settings.
        var bands: [Double] = []
        var equalizer = Equalizer()
        /// `nil` where sound may go beyond full scale.
        var limiter: Limiter? = Limiter()
        /// The block that goes to the output together with the next one, which the limiter needs first.
        var held: Handed?
        /// Whether the output waits for more.
        var isHungry = false
        /// The number of frames of the present portion handed over so far.
        var handed = 0
        /// Nothing is handed over before there is enough to begin with.
        var isPriming = false
        var isStarving = false
        /// Whether it starves because the source has ended, which has been reported.
        var hasToldCut = false
        /// Whether it has faded out; nothing is handed over until it fades in again.
        var isHeld = false
        var isEnded = false
        var isJump = true
        /// Whether everything has been taken and the follower is not ready.
        var isDrained = false
        var hasToldDrain = false
    }

    /// A block with its place at the output.
    struct Handed {
        var block: SoundBlock
        var peak: Float
        var time: Duration
        var length: Duration
        var isJump: Bool
    }

    let state = Mutex(State())
    private let tell: @Sendable (Notice, UInt64) -> Void

    /// - Parameter tell: Called on any thread, in order, while the mixer is locked.
    init(tell: @escaping @Sendable (Notice, _ generation: UInt64) -> Void) {
        self.tell = tell
    }

    func notify(_ notice: Notice, _ state: State) {
        tell(notice, state.generation)
    }

    /// The parts of an output that the mixer uses.
    struct Outlet: Sendable {
        var source: SampleSource
        /// Returns the time that is heard at the output now.
        var heard: @Sendable () -> Duration?
    }

    /// Begins with a medium, after the output has been flushed; does nothing if something else must begin by now.
    ///
    /// - Parameter generation: As for the last ``detach(for:)``.
    func attach(_ voice: Voice, to outlet: Outlet, generation: UInt64, fadesIn: Int = 0) {
        voice.line.onArrival { [weak self] in self?.arrived() }
        state.withLock { state in
            guard generation == state.generation else { return }
            outlet.source.setRate(voice.rate)
            (state.source, state.heard) = (outlet.source, outlet.heard)
            state.timeline = Timeline(rate: voice.rate)
            state.held = nil
            state.limiter?.reset()
            setCurve(&state)
            state.equalizer.reset()
            state.current = voice
            (state.outgoing, state.crossing, state.back) = (nil, nil, nil)
            state.fader = Fader()
            (state.step.wait, state.step.bend) = (0, 0)
            if fadesIn > 0 {
                state.fader.move(to: 0, within: 0)
                state.fader.move(to: 1, within: fadesIn)
            }
            (state.isStarving, state.isHeld, state.isEnded, state.isJump) = (false, false, false, true)
            (state.isDrained, state.hasToldDrain, state.hasToldCut) = (false, false, false)
            (state.isHungry, state.handed, state.isPriming) = (true, 0, true)
            pump(&state)
        }
    }

    /// Stops handing over sound; the data in the output is still heard.
    ///
    /// - Parameter generation: The generation of the next start.
    /// - Returns: The medium from which it took sound until now.
    func detach(for generation: UInt64) -> PlaybackRequest.Token? {
        state.withLock { state in
            let token = state.current?.token
            state.generation = generation
            state.held = nil
            (state.current, state.outgoing, state.crossing, state.back) = (nil, nil, nil, nil)
            return token
        }
    }

    /// Sets the followers of the current medium, in order; those up to the one that the mixer has already continued
    /// with are left out.
    ///
    /// - Parameter rest: The followers behind them; until they come, the sound does not end with the last one.
    func setFollowers(_ voices: [Voice], rest: Rest) {
        let known = state.withLock { state in (state.followers + [state.current].compactMap(\.self)).map(\.line) }
        for voice in voices where !known.contains(where: { $0 === voice.line }) {
            voice.line.onArrival { [weak self] in self?.arrived() }
        }
        state.withLock { state in
            let passed = voices.firstIndex { $0.token == state.current?.token }.map { $0 + 1 } ?? 0
            state.followers = voices.dropFirst(passed).map { voice in
                state.followers.first { $0.line === voice.line }.map(voice.goingOn) ?? voice
            }
            // Other followers may have to be opened now.
            (state.rest, state.hasToldDrain) = (rest, false)
            if state.isHungry { pump(&state) }
        }
    }

    /// Sets the way in which the current medium continues at the end of the repeated part, once; `nil` for no part.
    ///
    /// Does nothing if that end has been handed over already.
    func setReturn(_ back: Return?) {
        back?.voice.line.onArrival { [weak self] in self?.arrived() }
        state.withLock { $0.back = back }
    }

    /// Whether the current medium returns to the start of its part at the end.
    var returns: Bool { state.withLock { $0.back != nil } }

    /// Drops all followers except some; others will take their place.
    ///
    /// - Returns: The dropped followers of which sound has been taken.
    func dropFollowers(except tokens: [PlaybackRequest.Token]) -> Set<PlaybackRequest.Token> {
        state.withLock { state in
            let dropped = state.followers.filter { !tokens.contains($0.token) }
            state.followers.removeAll { !tokens.contains($0.token) }
            state.rest = .late
            return Set(dropped.filter(\.hasCollected).map(\.token))
        }
    }

    /// Returns the request and the position that are heard at a time of the output.
    func place(at time: Duration) -> (token: PlaybackRequest.Token, position: Duration)? {
        state.withLock { $0.timeline.place(at: time) }
    }

    var rate: Int { state.withLock { $0.timeline.rate } }

    /// Returns the end of the last frame handed over, in a medium; `nil` if that is not the current one.
    func end(of token: PlaybackRequest.Token) -> Duration? {
        state.withLock { $0.current?.token == token ? $0.current?.end : nil }
    }

    /// The medium from which it takes sound at the moment, heard or not yet; `nil` for none.
    var token: PlaybackRequest.Token? { state.withLock { $0.current?.token } }

    /// Whether it has handed over everything that has arrived.
    var isStarving: Bool { state.withLock { $0.isStarving } }

    /// The playing time of the sound that was handed over and has not been heard yet.
    var left: Duration {
        state.withLock { state in
            guard !state.timeline.isEmpty, let heard = state.heard() else { return .zero }
            return max(.zero, state.timeline.end - heard)
        }
    }

    /// Whether the current medium has brought sound that has not been handed over yet.
    var hasSound: Bool { state.withLock { ($0.current?.collect(1) ?? 0) > 0 } }

    /// Whether one medium fades into another.
    var isCrossing: Bool { state.withLock { $0.crossing != nil } }

    func setGain(_ gain: Float, of token: PlaybackRequest.Token) {
        change(token, isAhead: true) { $0.gain = gain }
    }

    func setSkipsSilence(_ skips: Bool, of token: PlaybackRequest.Token) {
        change(token, isAhead: true) { $0.skipsSilence = skips }
    }

    func setDuration(_ duration: Duration?, leastEnd: Duration?, of token: PlaybackRequest.Token) {
        change(token) { ($0.duration, $0.leastEnd) = (duration, leastEnd) }
    }

    /// Continues a medium after the end of its data, from another line.
    func goOn(with voice: Voice) {
        voice.line.onArrival { [weak self] in self?.arrived() }
        state.withLock { state in
            guard state.current?.token == voice.token, voice.rate == state.timeline.rate else { return }
            state.current = voice
            state.hasToldCut = false
            if state.isHungry { pump(&state) }
        }
    }

    /// Notes that a medium is complete, so that its follower is joined to it.
    func complete(_ token: PlaybackRequest.Token) {
        change(token) { $0.isComplete = true }
        state.withLock { if $0.isHungry { pump(&$0) } }
    }

    /// Ends a medium at the data received, since its decoder has failed.
    func breakOff(_ token: PlaybackRequest.Token) {
        change(token) { $0.isBroken = true }
        state.withLock { if $0.isHungry { pump(&$0) } }
    }

    /// Renames a medium to another token.
    func rename(_ old: PlaybackRequest.Token, to new: PlaybackRequest.Token) {
        change(old, isAhead: true) { $0.token = new }
        state.withLock { $0.timeline.rename(old, to: new) }
    }

    /// Sets crossfade, equalizer and limiter.
    func apply(_ settings: SoundSettings) {
        state.withLock { state in
            state.crossfade = min(max(settings.crossfade, .zero), SoundSettings.crossfadeLimit)
            state.bands = settings.equalizer
            state.limiter = settings.preventsClipping ? state.limiter ?? Limiter() : nil
            setCurve(&state)
        }
    }

    private func setCurve(_ state: inout State) {
        state.equalizer.set(
            EqualizerCurve(state.bands, rate: state.timeline.rate), preventsClipping: state.limiter != nil)
    }

    /// Fades everything out, which is reported by `silenced`, or in again.
    func fade(isIn: Bool, within time: Duration) {
        state.withLock { state in
            let frames = Int(time / .seconds(1) * Double(state.timeline.rate))
            state.fader.move(to: isIn ? 1 : 0, within: max(1, frames))
            if isIn, state.isHeld {
                state.isHeld = false
                makeUpTime(&state)
            }
            if state.isHungry { pump(&state) }
        }
    }

    /// - Parameter isAhead: Whether to change the voice with which the medium continues at the end of its part, too.
    private func change(_ token: PlaybackRequest.Token, isAhead: Bool = false, _ body: (inout Voice) -> Void) {
        state.withLock { state in
            if isAhead, var back = state.back, back.voice.token == token {
                body(&back.voice)
                state.back = back
            }
            for path in [\State.current, \.outgoing] {
                guard var voice = state[keyPath: path], voice.token == token else { continue }
                body(&voice)
                state[keyPath: path] = voice
            }
            for index in state.followers.indices where state.followers[index].token == token {
                body(&state.followers[index])
            }
        }
    }
}
