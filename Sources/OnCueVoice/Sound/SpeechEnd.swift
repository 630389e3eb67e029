// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Detects the end of the speech of a user who was asked to speak, from the loudness of the recording.
package struct SpeechEnd: Sendable {
    /// The state of the speech so far.
    package enum State: Sendable, Equatable {
        case waiting, speaking
        /// Speech has begun, and it has been quiet since.
        case ended
        /// No one has spoken.
        case silent
    }

    /// The number of samples whose loudness is measured together: 20 ms.
    static let frame = SpeechSound.rate / 50
    /// Frames of silence that end speech: 0.8 s.
    static let pause = 40
    /// Frames after which no speech is expected any more: 4 s.
    static let patience = 200
    /// Frames that are loud before it counts as speech: 80 ms.
    static let beginning = 4
    /// The level below which nothing is speech.
    static let quietest = 150.0
    /// The factor by which speech is louder than the noise.
    static let factor = 3.0

    package private(set) var state = State.waiting
    private var rest: [Int16] = []
    private var noise: Double?
    private var loud = 0
    private var quiet = 0
    private var frames = 0

    package init() {}

    /// Takes samples that were recorded.
    package mutating func add(_ samples: some Sequence<Int16>) {
        rest += samples
        var start = 0
        while start + Self.frame <= rest.count {
            take(rest[start..<start + Self.frame])
            start += Self.frame
        }
        rest.removeFirst(start)
    }

    private mutating func take(_ frame: ArraySlice<Int16>) {
        guard state == .waiting || state == .speaking else { return }
        frames += 1
        let level = (frame.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(frame.count)).squareRoot()
        // The noise of the room follows slowly upwards, and at once downwards.
        let noise = min(level, (self.noise ?? level) * 1.02 + 0.01)
        self.noise = noise
        if level > max(Self.quietest, noise * Self.factor) {
            (loud, quiet) = (loud + 1, 0)
            if loud >= Self.beginning { state = .speaking }
        } else {
            quiet += 1
            if state == .waiting { loud = 0 }
        }
        if state == .speaking, quiet >= Self.pause { state = .ended }
        if state == .waiting, frames >= Self.patience { state = .silent }
    }
}
