// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Shows what plays now to others: a protocol on the bus, a display.
@MediaActor
package protocol NowPlayingPublishing: AnyObject {
    /// Something changed; also called when only what this publisher does not show has changed.
    func nowPlayingChanged(to nowPlaying: NowPlaying)

    /// The position moved in a way that status and time do not explain.
    func positionJumped(to position: Duration)
}
