// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Finds the tracks of the library that a web service names.
package protocol LovedTrackFinding: Sendable {
    /// Returns the tracks in the same order; `nil` for those that are not here, and for all of them if the library
    /// cannot be read.
    func found(_ loves: [NamedTrack]) async -> [ContentIdentifier?]
}

/// The description of a track by a web service.
package struct NamedTrack: Sendable, Equatable {
    /// The recording at MusicBrainz.
    package var recording: String?
    package var title: String
    package var artist: String

    package init(recording: String? = nil, title: String, artist: String) {
        (self.recording, self.title, self.artist) = (recording, title, artist)
    }
}
