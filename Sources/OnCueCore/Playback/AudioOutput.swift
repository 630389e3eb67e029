// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The destination of the sound.
package struct AudioOutput: Sendable, Equatable {
    /// Short name: `pulse`, `pipewire`, `alsa`, `silent`.
    package var name: String
    /// Whether the output only keeps time, without any sound.
    package var isSilent: Bool
    /// The device in the sound server, the same after a restart; `nil` if it is unknown.
    package var identifier: String?
    /// The display name of the device; `nil` if it is unknown.
    package var title: String?

    package init(name: String, isSilent: Bool, identifier: String? = nil, title: String? = nil) {
        self.name = name
        self.isSilent = isSilent
        self.identifier = identifier
        self.title = title
    }
}
