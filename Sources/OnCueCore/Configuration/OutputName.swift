// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An output as named in the configuration.
package enum OutputName: Sendable, Equatable {
    /// The sound server or the card.
    case automatic
    /// An output that keeps time without a sound.
    case silent
    /// A file to which the sound is written.
    case file(String)
    /// A sink of GStreamer.
    case sink(String)

    /// Parses the name of an output; `nil` for any other text.
    package init?(_ name: String) {
        switch name {
        case "auto": self = .automatic
        case "silent": self = .silent
        case _ where name.hasSuffix(".wav"): self = .file(name)
        default:
            let isName = name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
            guard isName, name.hasSuffix("sink") else { return nil }
            self = .sink(name)
        }
    }
}
