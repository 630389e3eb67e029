// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

/// The chosen volume, in words.
package enum VolumePhrase {
    /// `60%`, `60% (muted)`
    package static func text(_ now: NowPlayingReport) -> String {
        "\(Int((now.volume * 100).rounded()))%" + (now.isMuted ? " (muted)" : "")
    }
}
