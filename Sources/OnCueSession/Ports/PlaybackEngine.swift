// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Plays one medium after the other. Every call returns at once; what comes of it is told by events.
///
/// Calls are carried out in the order in which they are made, but a later `load` or `stop` overtakes those before
/// it. Events arrive on `MediaActor`, never from inside a call.
@MediaActor
package protocol PlaybackEngine: AnyObject {
    /// Receives every event; set once before the first call.
    var onEvent: (@MediaActor (EngineEvent) -> Void)? { get set }

    /// Ends what plays, opens the medium and stands at `position`, playing or paused.
    ///
    /// A follower that was cued is forgotten.
    func load(_ request: PlaybackRequest, at position: Duration, playing: Bool)

    /// Sets what follows without a gap when the current request ends, or that nothing does; replaces an earlier
    /// follower, also in the last seconds when the earlier one has been opened already.
    func cue(_ next: PlaybackRequest?)

    /// Goes on or pauses; without a loaded request there is no effect.
    func setPlaying(_ isPlaying: Bool)

    /// Has what begins or goes on next rise from silence for so long, once; zero takes that back.
    ///
    /// What cannot jump goes on without.
    func fadeInNext(within length: Duration)

    /// Jumps within the current request, also in the last seconds when the follower has been opened already.
    ///
    /// The position is clamped to the duration. A seek that cannot be carried out is told by `seeked`, too, with the
    /// position at which playback goes on.
    func seek(to position: Duration)

    /// Ends what plays, fading away where that is set, and gives the output back.
    func stop()

    /// Ends what plays at once and gives the output back.
    func halt()

    /// Sets the perceived loudness, 0 (silence) to 1 (as loud as the medium), on a cubic scale; kept across loads.
    func setVolume(_ volume: Double)

    func setMuted(_ isMuted: Bool)

    /// Holds these media open, and no others, so that a later `load` of one of them begins at once.
    ///
    /// The first are the likeliest; what the engine has no room for, and what is not a file, may be left out.
    func prepare(_ media: [PreparedMedium])

    /// How everything sounds from here on; kept across loads.
    func apply(_ settings: SoundSettings)

    /// Plays the current request at another rate, 0.5 to 3, with its pitch kept; values outside are clamped.
    ///
    /// A later request brings its own.
    func setRate(_ rate: Double)

    /// Sends the sound elsewhere, also in the midst of playing; what comes of it is told by `outputChanged`.
    func setOutput(_ choice: OutputChoice)

    /// What mixers show for the stream from here on; `nil` for the name of the service alone.
    func announce(_ title: String?)

    /// How far the current request has been heard; `nil` when nothing is loaded or it is not known at the moment.
    ///
    /// Never blocks.
    var position: Duration? { get }

    /// The output in use, or the one used last; `nil` before the first.
    var output: AudioOutput? { get }

    /// Stops and gives everything back; no events come after it has returned.
    func shutDown() async
}
