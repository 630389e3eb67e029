// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Where the sound goes.
package struct AudioOutput: Sendable, Equatable {
    /// Short name: `pulse`, `pipewire`, `alsa`, `silent`.
    package var name: String
    /// True when the output only keeps time and nobody hears anything.
    package var isSilent: Bool

    package init(name: String, isSilent: Bool) {
        self.name = name
        self.isSilent = isSilent
    }
}
