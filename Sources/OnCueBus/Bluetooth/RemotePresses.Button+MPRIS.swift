// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

extension RemotePresses.Button {
    /// The button that a method of `org.mpris.MediaPlayer2.Player` stands for; `nil` for what is none.
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
