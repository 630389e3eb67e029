// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The current entry with its description.
package struct NowPlayingEntry: Sendable, Equatable {
    package var id: PlaybackQueue.EntryID
    /// The index in the queue.
    package var queueIndex: Int
    package var identifier: String
    package var title: String
    package var artists: [String]
    package var albumArtists: [String]
    package var album: String?
    package var composers: [String]
    package var genres: [String]
    package var trackNumber: Int?
    package var trackTotal: Int?
    package var discNumber: Int?
    package var discTotal: Int?
    package var date: String?
    /// The URI of the medium.
    package var url: String
    /// The URI of a picture file.
    package var artURL: String?
    /// The title that a live stream announces.
    package var streamTitle: String?
    /// The position at the moment of the answer.
    package var position: Duration
    /// `nil` if unknown or unbounded.
    package var duration: Duration?
    package var isSeekable: Bool
    /// The pictures up to 128, 256 and 512 pixels wide and high, as URIs of files.
    package var artURLs = ArtworkAddresses()
    /// The album or the podcast.
    package var collection: String?
    /// The bus name of the program that provides it.
    package var provider: String?
    package var mediaType: MediaType?
    package var isLive = false
    /// Whether it is marked as explicit; `nil` if the player does not provide it.
    package var isExplicit: Bool?
    /// The time of the position, on the clock that continues while the machine sleeps.
    package var timestamp: Duration?
    /// The rate at which the position advances from there; 0 while it is fixed.
    package var playbackRate: Double?
    /// `nil` without chapters, and as long as they are unknown.
    package var chapter: ChapterMark?
    package var isFavourite = false
    package var isDisliked = false
    /// The rating by the user, or else by its tags; `nil` without one.
    package var stars: Stars?
    /// The technical format of the medium; `nil` until it is known.
    package var format: MediaFormat?

    package init(
        id: PlaybackQueue.EntryID, queueIndex: Int = 0, identifier: String = "", title: String,
        artists: [String] = [], albumArtists: [String] = [], album: String? = nil, composers: [String] = [],
        genres: [String] = [], trackNumber: Int? = nil, trackTotal: Int? = nil, discNumber: Int? = nil,
        discTotal: Int? = nil, date: String? = nil, url: String = "", artURL: String? = nil,
        streamTitle: String? = nil, position: Duration = .zero, duration: Duration? = nil, isSeekable: Bool = true,
        chapter: ChapterMark? = nil
    ) {
        self.id = id
        self.queueIndex = queueIndex
        self.identifier = identifier
        self.title = title
        self.artists = artists
        self.albumArtists = albumArtists
        self.album = album
        self.composers = composers
        self.genres = genres
        self.trackNumber = trackNumber
        self.trackTotal = trackTotal
        self.discNumber = discNumber
        self.discTotal = discTotal
        self.date = date
        self.url = url
        self.artURL = artURL
        self.streamTitle = streamTitle
        self.position = position
        self.duration = duration
        self.isSeekable = isSeekable
        self.chapter = chapter
    }
}

/// One picture in three sizes.
package struct ArtworkAddresses: Sendable, Equatable {
    package var small: String?
    package var medium: String?
    package var large: String?

    package init(small: String? = nil, medium: String? = nil, large: String? = nil) {
        self.small = small
        self.medium = medium
        self.large = large
    }
}

/// Written among the fields of now playing.
extension NowPlayingEntry: WireForm {
    package static var blank: NowPlayingEntry {
        NowPlayingEntry(id: .blank, title: "", isSeekable: false)
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("entry", &id, .required)
        fields("queueIndex", &queueIndex)
        fields("position", &position)
        fields("timestamp", &timestamp)
        fields("playbackRate", &playbackRate)
        fields("duration", &duration)
        fields("seekable", &isSeekable)
        fields("streamTitle", &streamTitle)
        fields("artUrl", &artURL)
        fields("artUrlSmall", &artURLs.small)
        fields("artUrlMedium", &artURLs.medium)
        fields("artUrlLarge", &artURLs.large)
        fields.group(&chapter)
        fields.group(&format)
        fields("identifier", &identifier)
        fields("collectionIdentifier", &collection)
        fields("provider", &provider)
        fields("mediaType", &mediaType)
        fields("live", &isLive)
        fields("explicit", &isExplicit)
        fields("favourite", &isFavourite, .ifSet)
        fields("disliked", &isDisliked, .ifSet)
        var rating = stars?.number
        fields("stars", &rating)
        stars = rating.flatMap(Stars.init)
        fields("url", &url)
        tags(&fields)
    }

    private mutating func tags(_ fields: inout some FieldCoder) {
        fields("title", &title)
        fields("artists", &artists, .ifSet)
        fields("albumArtists", &albumArtists, .ifSet)
        fields("album", &album)
        fields("composers", &composers, .ifSet)
        fields("genres", &genres, .ifSet)
        fields("trackNumber", &trackNumber)
        fields("trackTotal", &trackTotal)
        fields("discNumber", &discNumber)
        fields("discTotal", &discTotal)
        fields("date", &date)
    }
}

extension MediaType: WireField {}

/// Written among the fields of the current entry.
extension MediaFormat: WireForm {
    package static var blank: MediaFormat { MediaFormat(codec: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("codec", &codec, .required)
        fields("bitRate", &bitRate)
        fields("sampleRate", &sampleRate)
        fields("bitDepth", &bitDepth)
        fields("channels", &channelCount)
        fields("gain", &gain)
    }
}
