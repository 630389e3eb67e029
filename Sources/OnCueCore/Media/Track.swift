// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// One playable medium with its description and location.
package struct Track: Sendable, Equatable {
    package var identifier: ContentIdentifier
    package var location: MediaLocation
    /// The title; never empty, as the file name replaces a missing one.
    package var title: String
    package var artists: [String]
    package var albumArtists: [String]
    package var album: String?
    package var albumIdentifier: ContentIdentifier?
    package var composers: [String]
    package var genres: [String]
    package var trackNumber: Int?
    package var trackTotal: Int?
    package var discNumber: Int?
    package var discTotal: Int?
    /// The date as written in the file: a year or an ISO 8601 date.
    package var date: String?
    /// Playing time; `nil` when unknown or unbounded (a live stream).
    package var duration: Duration?
    /// MusicBrainz identifier of the recording.
    package var musicBrainzRecording: String?
    package var replayGain: ReplayGain?
    /// The part of the medium that is the track; `nil` for the whole medium.
    package var segment: MediaSegment?
    /// The picture, if it is not that of the medium itself.
    package var picture: MediaLocation?
    /// Whether it is marked as explicit, by its tags or by its feed.
    package var isExplicit: Bool

    package init(
        identifier: ContentIdentifier, location: MediaLocation, title: String, artists: [String] = [],
        albumArtists: [String] = [], album: String? = nil, albumIdentifier: ContentIdentifier? = nil,
        composers: [String] = [], genres: [String] = [], trackNumber: Int? = nil, trackTotal: Int? = nil,
        discNumber: Int? = nil, discTotal: Int? = nil, date: String? = nil, duration: Duration? = nil,
        musicBrainzRecording: String? = nil, replayGain: ReplayGain? = nil, segment: MediaSegment? = nil,
        picture: MediaLocation? = nil, isExplicit: Bool = false
    ) {
        self.identifier = identifier
        self.location = location
        self.title = title
        self.artists = artists
        self.albumArtists = albumArtists
        self.album = album
        self.albumIdentifier = albumIdentifier
        self.composers = composers
        self.genres = genres
        self.trackNumber = trackNumber
        self.trackTotal = trackTotal
        self.discNumber = discNumber
        self.discTotal = discTotal
        self.date = date
        self.duration = duration
        self.musicBrainzRecording = musicBrainzRecording
        self.replayGain = replayGain
        self.segment = segment
        self.picture = picture
        self.isExplicit = isExplicit
    }

    package var artwork: ArtworkReference { picture.map { .picture($0) } ?? .medium(location) }

    /// Returns the album to show with a title that a stream announces: the station, if it has no album.
    package func album(beside streamTitle: String?) -> String? { streamTitle == nil ? album : album ?? title }
}
