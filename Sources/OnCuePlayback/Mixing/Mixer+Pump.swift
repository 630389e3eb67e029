// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import Synchronization

/// The path of frames from the decoders to the output.
extension Mixer {
    /// The number of portions in a second: one has 40 ms.
    private static let portions = 25
    /// The time that the output needs to resume after it had no data.
    private static let headStart: Duration = .milliseconds(30)
    /// The part of a second of sound that is there before an output begins, as a divisor: a 16th, because one block of
    /// a decoder may be shorter than the time that a busy machine takes for the next.
    private static let beginning = 16
    private static let longestBlock = 4096

    /// Handles an output that has nothing left.
    func needed() {
        state.withLock { state in
            state.isHungry = true
            pump(&state)
        }
    }

    /// Handles sound that a decoder has brought.
    func arrived() {
        state.withLock { state in
            if state.isHungry { pump(&state) }
        }
    }

    /// Hands over a portion, or the part of it that has arrived; the rest follows when it arrives.
    func pump(_ state: inout State) {
        let portion = state.timeline.rate / Self.portions
        while state.handed < portion {
            guard let frames = step(&state) else {
                state.handed += flush(&state)
                break
            }
            state.handed += frames
        }
        guard state.handed >= portion else { return }
        (state.isHungry, state.handed) = (false, 0)
    }

    /// Processes a block; returns `nil` if there is nothing more to do at the moment.
    ///
    /// - Returns: The number of frames that went to the output.
    private func step(_ state: inout State) -> Int? {
        guard state.source != nil, !state.isEnded, !state.isHeld, state.current != nil else { return nil }
        if state.isPriming, !prime(&state) { return state.current?.hasAllCome == true ? nil : nothing(&state) }
        if let frames = keepStep(&state) { return frames }
        beginCrossing(&state)
        if state.crossing != nil { return cross(&state) }
        let left = framesToReturn(&state)
        if left == 0 { return turnBack(&state) }
        let limit = min(
            left ?? Int.max, state.fader.isMoving ? min(state.fader.framesLeft, Self.longestBlock) : Int.max,
            state.step.veil.isMoving ? min(state.step.veil.framesLeft, Self.longestBlock) : Int.max)
        guard let block = state.current?.read(limit) else { return nothing(&state) }
        state.current?.shape(block)
        return hand(bent(block, &state), &state)
    }

    /// Leaves out or adds a few frames, if a correction is due.
    private func bent(_ block: SoundBlock, _ state: inout State) -> SoundBlock {
        let frames = state.step.bent(block.frames)
        return frames == block.frames ? block : block.bent(to: frames) ?? block
    }

    /// Waits, or skips sound, to keep in step; `nil` if neither is due.
    private func keepStep(_ state: inout State) -> Int? {
        guard state.step.wait != 0, state.crossing == nil, !state.timeline.isEmpty else { return nil }
        guard state.step.wait < 0 else { return wait(&state) }
        guard let block = state.current?.read(min(-state.step.wait, Self.longestBlock)) else { return nil }
        state.step.wait += block.frames
        state.timeline.pass(block.frames)
        if let end = state.timeline.mediaEnd { state.current?.end = end }
        // Nothing has gone to the output, and there may be more to skip.
        return 0
    }

    private func wait(_ state: inout State) -> Int? {
        let frames = min(state.step.wait, Self.longestBlock)
        state.step.wait -= frames
        guard let block = SoundBlock.silence(frames: frames) else { return nil }
        let time = state.timeline.end
        state.timeline.wait(frames)
        let count = deliver(block, at: time, &state)
        state.isJump = false
        return count
    }

    /// Waits for enough sound to begin with: of the current medium, and of its followers where that is short.
    private func prime(_ state: inout State) -> Bool {
        guard var voice = state.current else { return false }
        let wanted = state.timeline.rate / Self.beginning
        var count = voice.collect(wanted)
        state.current = voice
        var index = 0
        while count < wanted, voice.hasAllCome, !voice.isBroken, index < state.followers.count,
            state.followers[index].rate == state.timeline.rate
        {
            count += state.followers[index].collect(wanted - count)
            voice = state.followers[index]
            index += 1
        }
        guard count < wanted else { return endPriming(&state) }
        // A follower on the network may bring the rest of the wanted sound much later.
        guard voice.hasAllCome else { return index > 0 && !voice.mayGrow && endPriming(&state) }
        let isLast = index == state.followers.count
        guard isLast, !voice.isBroken, state.rest == .soon else { return endPriming(&state) }
        tellDrain(voice, &state)
        return false
    }

    private func endPriming(_ state: inout State) -> Bool {
        (state.isPriming, state.hasToldDrain) = (false, false)
        return true
    }

    private func tellDrain(_ voice: Voice, _ state: inout State) {
        if !state.hasToldDrain { notify(.drained(voice.token), state) }
        state.hasToldDrain = true
    }

    /// Handles a current medium with nothing to give.
    private func nothing(_ state: inout State) -> Int? {
        guard let current = state.current else { return nil }
        if current.isAtEnd, state.back?.voice.token == current.token { return turnBack(&state) }
        let isOver = current.isAtEnd && !isCutOff(current, isLast: state.followers.isEmpty)
        guard isOver || current.isComplete || current.isBroken else {
            starve(&state, current)
            return nil
        }
        if !current.isBroken, let follower = state.followers.first, follower.rate == state.timeline.rate {
            follow(&state, follower)
            return 0
        }
        if state.rest != .none || !state.followers.isEmpty, !current.isBroken {
            state.isDrained = true
            tellDrain(current, &state)
            return nil
        }
        state.isEnded = true
        flush(&state)
        state.source?.end()
        return nil
    }

    private func isCutOff(_ voice: Voice, isLast: Bool) -> Bool {
        voice.leastEnd.map { voice.end < $0 } ?? (voice.mayGrow && isLast || voice.hasMore())
    }

    /// Reports starving once, and again if the source has ended meanwhile.
    private func starve(_ state: inout State, _ voice: Voice) {
        let isCutOff = voice.isAtEnd
        guard !state.isStarving || isCutOff && !state.hasToldCut else { return }
        state.isStarving = true
        state.hasToldCut = isCutOff
        notify(.starves(voice.token), state)
    }

    private func follow(_ state: inout State, _ follower: Voice) {
        state.current = follower
        state.followers.removeFirst()
        if state.isDrained { makeUpTime(&state) }
        (state.isDrained, state.hasToldDrain, state.hasToldCut) = (false, false, false)
        notify(.follows(follower.token, at: state.timeline.end), state)
    }

    private func hand(_ block: SoundBlock, _ state: inout State) -> Int? {
        guard let token = state.current?.token else { return nil }
        if state.isStarving {
            (state.isStarving, state.hasToldCut) = (false, false)
            makeUpTime(&state)
            notify(.recovers(token), state)
        }
        let (start, end) = state.fader.advance(by: block.frames)
        state.equalizer.apply(to: block)
        block.scale(from: start, to: end)
        let veil = state.step.veil.advance(by: block.frames)
        block.scale(from: veil.start, to: veil.end)
        let time = state.timeline.end
        let place = block.mediaTime.map { $0 + (state.current?.origin ?? .zero) }
        state.timeline.add(block.frames, of: token, at: place, pace: block.mediaRate)
        if let end = state.timeline.mediaEnd { state.current?.end = end }
        let frames = deliver(block, at: time, &state)
        state.isJump = false
        if state.fader.isSilent {
            state.isHeld = true
            notify(.silenced(at: state.timeline.end), state)
        }
        return frames
    }

    /// Hands a block to the output; if it may have to be limited, together with the one that follows.
    private func deliver(_ block: SoundBlock, at time: Duration, _ state: inout State) -> Int {
        var new = Handed(block: block, peak: 0, time: time, length: state.timeline.end - time, isJump: state.isJump)
        guard state.limiter != nil else {
            flush(&state)
            return push(new, &state)
        }
        new.peak = block.peak
        let held = state.held
        state.held = new
        return held.map { push($0, before: new, &state) } ?? 0
    }

    /// Hands over the held block, as the next one is unknown; returns its number of frames.
    @discardableResult
    private func flush(_ state: inout State) -> Int {
        guard let held = state.held else { return 0 }
        state.held = nil
        return push(held, &state)
    }

    private func push(_ handed: Handed, before next: Handed? = nil, _ state: inout State) -> Int {
        let block = handed.block
        state.limiter?.limit(
            block, peak: handed.peak, next: next.map { ($0.block, $0.peak) }, rate: state.timeline.rate)
        let frames = block.frames
        state.source?.push(block, at: handed.time, lasting: handed.length, isJump: handed.isJump)
        return frames
    }

    /// Delays late sound instead of dropping it.
    func makeUpTime(_ state: inout State) {
        guard !state.timeline.isEmpty, let heard = state.heard(), heard + Self.headStart > state.timeline.end else {
            return
        }
        state.timeline.skip(to: heard + Self.headStart)
        state.isJump = true
    }
}

// MARK: Fading one into the other

extension Mixer {
    /// Begins to fade into the follower when the rest of the current medium is short enough.
    private func beginCrossing(_ state: inout State) {
        guard state.crossfade > .zero, state.crossing == nil, let follower = state.followers.first, follower.mayFadeIn,
            follower.rate == state.timeline.rate,
            let current = state.current, !current.isBroken, let duration = current.duration,
            let end = state.timeline.mediaEnd
        else { return }
        let left = duration - end
        // A short medium fades in for at most half of its time and out for the other half.
        let length = [state.crossfade, current.time.map { $0 / 2 }, follower.time.map { $0 / 2 }].compactMap(\.self)
            .min()
        guard let length, left <= length * current.pace, left > .zero else { return }
        let frames = Int(left / current.pace / .seconds(1) * Double(state.timeline.rate))
        state.crossing = Crossing(total: frames)
        state.outgoing = current
        follow(&state, follower)
    }

    private func cross(_ state: inout State) -> Int? {
        guard var crossing = state.crossing else { return nil }
        let rate = state.timeline.rate
        let limit = state.fader.isMoving ? min(Crossing.step, state.fader.framesLeft) : Crossing.step
        guard var block = state.current?.read(limit) else {
            guard let current = state.current, current.isAtEnd || current.isBroken else {
                if let current = state.current { starve(&state, current) }
                return nil
            }
            endCrossing(&state)
            return nothing(&state)
        }
        if let other = state.outgoing?.read(block.frames) {
            if let parts = block.split(after: other.frames, rate: rate) {
                state.current?.putBack(parts.rest)
                block = parts.first
            }
            let levels = crossing.outgoing(block.frames)
            state.outgoing?.shape(other, from: levels.start, to: levels.end)
            let own = crossing.incoming(block.frames)
            state.current?.shape(block, from: own.start, to: own.end)
            block.add(other)
        } else {
            let own = crossing.incoming(block.frames)
            state.current?.shape(block, from: own.start, to: own.end)
        }
        crossing.passed += block.frames
        state.crossing = crossing
        if crossing.isOver { endCrossing(&state) }
        return hand(block, &state)
    }

    private func endCrossing(_ state: inout State) {
        (state.outgoing, state.crossing) = (nil, nil)
        notify(.crossed, state)
    }
}

// MARK: Repeating a part

extension Mixer {
    /// Beyond this the end of the part has been passed, and the rest is heard.
    private static let passing: Duration = .milliseconds(1)

    /// Returns the number of frames up to the end of the part; `nil` without a part that ends ahead.
    private func framesToReturn(_ state: inout State) -> Int? {
        guard let back = state.back, let current = state.current, current.token == back.voice.token else { return nil }
        let left = back.end - current.end
        guard left + Self.passing > .zero, back.voice.rate == state.timeline.rate else {
            state.back = nil
            return nil
        }
        return max(0, Int((left / current.pace / .seconds(1) * Double(state.timeline.rate)).rounded()))
    }

    private func turnBack(_ state: inout State) -> Int? {
        guard let back = state.back else { return nil }
        (state.current, state.back) = (back.voice, nil)
        (state.isDrained, state.hasToldDrain, state.hasToldCut) = (false, false, false)
        notify(.returns(back.voice.token, from: ObjectIdentifier(back.voice.line), at: state.timeline.end), state)
        return 0
    }
}
