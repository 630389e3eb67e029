// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Plays one medium after the other. Every call returns at once; its effects are reported as events.
///
/// Calls are carried out in the order in which they are made, but a later `load` or `stop` overtakes those before it.
/// Events arrive on `MediaActor`, never from inside a call.
@MediaActor
package protocol PlaybackEngine: AnyObject {
    /// Receives every event; set once before the first call.
    var onEvent: (@MediaActor (EngineEvent) -> Void)? { get set }

    /// Ends the present playback, and opens the medium at `position`, playing or paused.
    ///
    /// Followers that were cued are dropped.
    func load(_ request: PlaybackRequest, at position: Duration, playing: Bool)

    /// Sets the requests that follow the current one without a gap, one after the other; empty for none.
    ///
    /// Replaces the earlier list, even in the last seconds when that has been opened already; the common beginning of
    /// the two lists stays open. When a follower has started, those behind it still follow.
    func cue(_ followers: [PlaybackRequest])

    /// Resumes or pauses; does nothing without a loaded request.
    func setPlaying(_ isPlaying: Bool)

    /// Fades in the next playback from silence over a duration, once; zero cancels that.
    ///
    /// An engine that is not able to do this ignores it.
    func fadeInNext(within length: Duration)

    /// Jumps within the current request, even in the last seconds when the follower has been opened already.
    ///
    /// The position is clamped to the duration. A seek that cannot be carried out is also reported by `seeked`, with
    /// the position at which playback continues.
    func seek(to position: Duration)

    /// Returns to the start of a part of the current request whenever its end is heard, without a gap, until the next
    /// `load`; `nil` for no part. Each return is reported by `seeked`.
    ///
    /// An engine that cannot do this for a request plays on; see ``returnsByItself``.
    func repeatPart(_ part: Range<Duration>?)

    /// Whether the next return to the start of the part happens by itself, so that it need not be asked for.
    var returnsByItself: Bool { get }

    /// Ends playback, with a fade if that is set, and releases the output: at once if keeping it would prevent other
    /// programs from using it, otherwise after a while, unless something begins before.
    func stop()

    /// Ends playback immediately and releases the output.
    func halt()

    /// Sets the volume, 0 (silence) to 1 (as loud as the medium), on a cubic scale; kept across loads.
    func setVolume(_ volume: Double)

    func setMuted(_ isMuted: Bool)

    /// Keeps these media open, and no others, so that a later `load` of one of them begins at once.
    ///
    /// The first are the likeliest; media beyond the capacity of the engine, and those that are not files, may be left
    /// out.
    func prepare(_ media: [PreparedMedium])

    /// Applies sound settings from here on; kept across loads.
    func apply(_ settings: SoundSettings)

    /// Plays the current request at another rate, 0.5 to 3, with its pitch kept; values outside are clamped.
    ///
    /// A later request brings its own.
    func setRate(_ rate: Double)

    /// Switches to another output, even during playback; the result is reported by `outputChanged`.
    func setOutput(_ choice: OutputChoice)

    /// Sets the title that mixers display for the stream from here on; `nil` for only the name of the service.
    func announce(_ title: String?)

    /// The position up to which the current request has been heard; `nil` if nothing is loaded or it is unknown at the
    /// moment.
    ///
    /// Never blocks.
    var position: Duration? { get }

    /// The position of the current request that is heard, as exactly as the output knows it, with the moment; `nil`
    /// while nothing is heard, and shortly after playback began or resumed.
    ///
    /// Never blocks.
    var heard: HeardPosition? { get }

    /// The playing time of the sound that was handed to the output and has not been heard yet, by which
    /// corrections are delayed.
    var reserve: Duration { get }

    /// Corrects the sound, so that it is in step with another machine. A veil stays until it is removed.
    ///
    /// An engine that is not able to do this ignores it.
    func keepStep(_ correction: StepCorrection)

    /// The output in use, or the one used last; `nil` before the first.
    var output: AudioOutput? { get }

    /// Stops and releases everything; no events come after it has returned.
    func shutDown() async
}

extension PlaybackEngine {
    package func repeatPart(_ part: Range<Duration>?) {}

    package var returnsByItself: Bool { false }

    package var heard: HeardPosition? { nil }

    package var reserve: Duration { .zero }

    package func keepStep(_ correction: StepCorrection) {}
}
