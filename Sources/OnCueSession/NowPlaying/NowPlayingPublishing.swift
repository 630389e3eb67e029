// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Publishes the present playback: on the bus, or on a display.
@MediaActor
package protocol NowPlayingPublishing: AnyObject {
    /// Reports a change; also called for changes of values that this publisher does not show.
    func nowPlayingChanged(to nowPlaying: NowPlaying)

    /// Reports that the position has moved in a way that status and time do not explain.
    func positionJumped(to position: Duration)
}
