// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

extension RemotePresses.Button {
    /// Creates the button for a method of `org.mpris.MediaPlayer2.Player`; `nil` for other methods.
    init?(mprisMethod: String) {
        switch mprisMethod {
        case "Play", "Pause", "PlayPause": self = .playPause
        case "Stop": self = .stop
        case "Next": self = .next
        case "Previous": self = .previous
        default: return nil
        }
    }
}
