// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The requested destination of the sound.
package enum OutputChoice: Sendable, Hashable {
    /// The default of the system.
    case automatic
    /// A device of the sound server, by ``AudioOutput/identifier``.
    case device(String)
    /// A program that receives the sound over the network.
    case receiver(SoundReceiver)
    /// A page in a browser, which plays the media itself, by ``AudioOutputDescription/identifier``.
    case browser(String)

    /// The device of the sound server; `nil` for its default, and for outputs outside of the sound server.
    package var device: String? {
        if case .device(let name) = self { name } else { nil }
    }

    /// The program that receives the sound; `nil` for the sound server.
    package var receiver: SoundReceiver? {
        if case .receiver(let receiver) = self { receiver } else { nil }
    }

    /// The page that plays the media; `nil` if this machine outputs the sound.
    package var browser: String? {
        if case .browser(let identifier) = self { identifier } else { nil }
    }
}
