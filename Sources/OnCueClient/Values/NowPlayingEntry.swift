// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The current entry with its description.
package struct NowPlayingEntry: Sendable, Equatable {
    package var id: PlaybackQueue.EntryID
    /// Index in the queue.
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
    /// URI of the medium.
    package var url: String
    /// URI of a picture file.
    package var artURL: String?
    /// The title that a live stream announces.
    package var streamTitle: String?
    /// Position at the moment of the answer.
    package var position: Duration
    /// `nil` when unknown or unbounded.
    package var duration: Duration?
    package var isSeekable: Bool
    /// The pictures at most 128, 256 and 512 pixels wide and high, as URIs of files.
    package var artURLs = ArtworkAddresses()
    /// The album or the podcast.
    package var collection: String?
    /// The bus name of the program that it comes from.
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

extension NowPlayingEntry {
    /// `nil` if the dictionary contains no current entry.
    init?(_ wire: WireDictionary) {
        guard let number = wire.identity("entry") else { return nil }
        self.init(
            id: PlaybackQueue.EntryID(number), queueIndex: wire.count("queueIndex") ?? 0,
            identifier: wire.text("identifier") ?? "", title: wire.text("title") ?? "",
            artists: wire.texts("artists"), albumArtists: wire.texts("albumArtists"), album: wire.text("album"),
            composers: wire.texts("composers"), genres: wire.texts("genres"),
            trackNumber: wire.count("trackNumber"), trackTotal: wire.count("trackTotal"),
            discNumber: wire.count("discNumber"), discTotal: wire.count("discTotal"), date: wire.text("date"),
            url: wire.text("url") ?? "", artURL: wire.text("artUrl"), streamTitle: wire.text("streamTitle"),
            position: wire.duration("position") ?? .zero, duration: wire.duration("duration"),
            isSeekable: wire.flag("seekable") ?? false, chapter: ChapterMark(wire))
        artURLs = ArtworkAddresses(
            small: wire.text("artUrlSmall"), medium: wire.text("artUrlMedium"), large: wire.text("artUrlLarge"))
        collection = wire.text("collectionIdentifier")
        provider = wire.text("provider")
        mediaType = wire.text("mediaType").flatMap { MediaType(rawValue: $0) }
        isLive = wire.flag("live") ?? false
        isExplicit = wire.flag("explicit")
        timestamp = wire.duration("timestamp")
        playbackRate = wire.number("playbackRate")
    }
}
