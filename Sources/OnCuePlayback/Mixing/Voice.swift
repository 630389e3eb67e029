// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore

/// One medium as the mixer takes sound from it.
struct Voice {
    var token: PlaybackRequest.Token
    let line: SampleSink
    /// Frames a second.
    let rate: Int
    /// The factor of its samples.
    var gain: Float
    /// The time of the medium that passes in a second.
    var pace = 1.0
    /// `nil` when it is not known; then nothing is faded into its end.
    var duration: Duration?
    /// The position in the medium at which its line begins.
    var origin: Duration = .zero
    /// The end of the last frame handed over, in the medium.
    var end: Duration = .zero
    /// The earliest possible end in the medium; an earlier end is that of its source only.
    var leastEnd: Duration?
    /// Whether there may be more of it than its line gives; if nothing follows, that is checked before it ends.
    var mayGrow = false
    /// Whether there is known to be more of it than its line gives.
    var hasMore: @Sendable () -> Bool = { false }
    /// Whether the medium before it may fade into it.
    var mayFadeIn = false
    /// The number of frames that are fetched at once, so that its decoder works for a while and rests for a while; 0 to
    /// fetch a block.
    var fetchedAtOnce = 0
    var skipsSilence = false
    /// Whether no more data will arrive and nothing relevant is missing.
    var isComplete = false
    /// Whether its decoder has failed: the data received is heard, and nothing follows.
    var isBroken = false

    /// The gain of the last frame.
    private var heardGain: Float?
    private var waiting: [SoundBlock] = []
    /// The most frames of blocks that are joined: two frames of MP3.
    private static let joinedLength = 2400
    private var skipper = SilenceSkipper()

    init(token: PlaybackRequest.Token, line: SampleSink, rate: Int, gain: Float) {
        self.rate = rate
        self.token = token
        self.line = line
        self.gain = gain
    }

    /// The time for which it is heard; `nil` if its duration is unknown.
    var time: Duration? { duration.map { $0 / pace } }

    /// Whether all of it has been taken.
    var isAtEnd: Bool { waiting.isEmpty && line.isAtEnd }

    /// Takes the next frames, at most `limit` of them; `nil` if there are none at the moment.
    mutating func read(_ limit: Int) -> SoundBlock? {
        while let block = next() {
            if skipsSilence, skipper.skips(block.frames, peak: block.peak, rate: rate) { continue }
            guard let parts = block.split(after: limit, rate: rate) else { return block }
            waiting.insert(parts.rest, at: 0)
            return parts.first
        }
        return nil
    }

    private mutating func next() -> SoundBlock? {
        if !waiting.isEmpty { return waiting.removeFirst() }
        guard let first = line.pull() else { return nil }
        var count = first.frames
        guard count < fetchedAtOnce else { return first }
        waiting = [first]
        while count < fetchedAtOnce, let block = line.pull() {
            count += block.frames
            append(block)
        }
        return waiting.removeFirst()
    }

    /// Appends a block, joined to the one before it if possible: the output takes a long block with less effort than
    /// several short ones.
    private mutating func append(_ block: SoundBlock) {
        // Short blocks are needed to find silence.
        if !skipsSilence, let last = waiting.last, last.frames + block.frames <= Self.joinedLength,
            let joined = last.joined(with: block, rate: rate)
        {
            waiting[waiting.count - 1] = joined
        } else {
            waiting.append(block)
        }
    }

    /// Whether frames have been fetched and not been read.
    var hasCollected: Bool { !waiting.isEmpty }

    /// Whether no more of it will arrive.
    var hasAllCome: Bool { line.isAtEnd || isComplete || isBroken }

    /// Returns the same voice with the frames that another one has fetched from the line.
    func goingOn(from other: Voice) -> Voice {
        var voice = self
        (voice.waiting, voice.skipper, voice.heardGain) = (other.waiting, other.skipper, other.heardGain)
        return voice
    }

    /// Fetches this number of frames without reading them.
    ///
    /// - Returns: The number of fetched frames, which may be smaller.
    mutating func collect(_ frames: Int) -> Int {
        var count = waiting.reduce(0) { $0 + $1.frames }
        while count < frames, let block = line.pull() {
            waiting.append(block)
            count += block.frames
        }
        return count
    }

    /// Puts frames back that were read in excess.
    mutating func putBack(_ block: SoundBlock) {
        waiting.insert(block, at: 0)
    }

    /// Applies the gain, times a factor that goes from `start` to `end`; the gain itself never jumps.
    mutating func shape(_ block: SoundBlock, from start: Float = 1, to end: Float = 1) {
        block.scale(from: (heardGain ?? gain) * start, to: gain * end)
        heardGain = gain
    }
}
