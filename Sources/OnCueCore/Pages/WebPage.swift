// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The content of an ordinary web page, as its markup describes it.
///
/// Addresses are absolute `http` or `https` addresses. Texts are single lines of limited length; a list has at most
/// ``listLimit`` elements.
package struct WebPage: Sendable, Hashable {
    package static let listLimit = 200

    /// The address of the page, after redirections.
    package var address: String
    package var title = ""
    /// The address of a picture of the whole page.
    package var picture: String?
    package var podcasts: [Podcast] = []
    package var episodes: [Episode] = []
    package var albums: [Album] = []
    package var recordings: [Recording] = []
    package var stations: [Station] = []
    /// Sound that is not part of anything else.
    package var audio: [Audio] = []
    package var events: [Event] = []
    /// Places that the page is about; those of events are in the events.
    package var locations: [Location] = []

    package init(address: String) {
        self.address = address
    }

    /// Whether nothing but a title was found.
    package var isEmpty: Bool {
        podcasts.isEmpty && episodes.isEmpty && albums.isEmpty && recordings.isEmpty && stations.isEmpty
            && audio.isEmpty && events.isEmpty && locations.isEmpty
    }

    /// The feed to subscribe to; `nil` if the page names none.
    package var feed: Podcast? { podcasts.first { $0.feed != nil } }

    /// The first of ``sounds``; `nil` if the page names no sound.
    package var sound: Sound? { sounds.first }

    /// The sounds to play for the page: an episode, a recording, an album or a playlist, a station, or other sound, in
    /// this order. Several sounds are the tracks of an album; those without sound are left out.
    package var sounds: [Sound] {
        if let episode = episodes.first(where: { $0.audio != nil }), let address = episode.audio {
            var sound = Sound(kind: "episode", title: episode.title, address: address)
            (sound.album, sound.date, sound.number) = (episode.podcast, episode.date, episode.number)
            sound.duration = episode.duration
            sound.picture = episode.picture ?? podcasts.first { $0.title == episode.podcast }?.picture ?? picture
            return [sound]
        }
        let albums = albums.map { album in
            album.tracks.enumerated().compactMap { Sound($0.offset, $0.element, album.picture ?? picture) }
        }
        if let recording = recordings.first(where: { $0.audio != nil }), let sound = Sound(nil, recording, picture) {
            // The page of an album may also list its tracks separately.
            return albums.first { $0.first?.address == sound.address } ?? [sound]
        }
        if let album = albums.first(where: { !$0.isEmpty }) { return album }
        if let station = stream, let address = station.stream {
            var sound = Sound(kind: "station", title: station.title, address: address)
            sound.picture = station.picture ?? picture
            return [sound]
        }
        return audio.first.map { audio in
            var sound = Sound(
                kind: "audio", title: audio.title.isEmpty ? title : audio.title, address: audio.address)
            (sound.duration, sound.picture) = (audio.duration, picture)
            return [sound]
        } ?? []
    }

    /// The station to add; `nil` if the page names none with a stream.
    package var stream: Station? { stations.first { $0.stream != nil } }
}

extension WebPage {
    package struct Podcast: Sendable, Hashable {
        package var title = ""
        package var author = ""
        /// The address of the feed; `nil` if the page does not name it.
        package var feed: String?
        /// The address of its own page.
        package var page: String?
        package var picture: String?

        package init() {}
    }

    package struct Episode: Sendable, Hashable {
        package var title = ""
        package var podcast = ""
        /// A date such as `2026-11-22`, a part of it, or a date with a time, in the extended form of ISO 8601.
        package var date = ""
        package var duration: Duration?
        package var number: Int?
        package var audio: String?
        package var page: String?
        package var picture: String?

        package init() {}
    }

    package struct Album: Sendable, Hashable {
        package var title = ""
        package var artist = ""
        package var date = ""
        package var tracks: [Recording] = []
        package var page: String?
        package var picture: String?

        package init() {}
    }

    package struct Recording: Sendable, Hashable {
        package var title = ""
        package var artist = ""
        package var album = ""
        package var duration: Duration?
        package var isrc = ""
        package var audio: String?
        package var page: String?
        package var picture: String?

        package init() {}
    }

    package struct Station: Sendable, Hashable {
        package var title = ""
        package var stream: String?
        package var page: String?
        package var picture: String?
        /// The frequency, such as `98.2 FM`.
        package var frequency = ""
        package var location: Location?

        package init() {}
    }

    package struct Audio: Sendable, Hashable {
        package var address: String
        package var title = ""
        /// The media type; empty if the page does not specify it.
        package var type = ""
        package var duration: Duration?

        package init(address: String) {
            self.address = address
        }
    }

    package struct Event: Sendable, Hashable {
        package var title = ""
        package var performers: [Performer] = []
        /// A time such as `2026-12-01T20:00:00+01:00` or a part of it, in the extended form of ISO 8601.
        package var start = ""
        package var end = ""
        package var doors = ""
        package var status = Status.scheduled
        package var location: Location?
        package var tickets: String?
        package var page: String?
        /// The permanent name of the event on the page: its `@id`, otherwise its own address. `nil` if several events
        /// share it.
        package var reference: String?
        /// The start before the event was rescheduled, in the form of ``start``.
        package var formerStart = ""

        package init() {}

        package enum Status: String, Sendable, CaseIterable {
            case scheduled, cancelled, postponed, rescheduled, online
        }
    }

    package struct Performer: Sendable, Hashable {
        package var name = ""
        /// Addresses that identify the performer: MusicBrainz, Wikidata, a homepage.
        package var links: [String] = []

        package init() {}
    }

    /// Sound that was chosen from a page.
    package struct Sound: Sendable, Hashable {
        /// The kind: `episode`, `recording`, `station` or `audio`.
        package var kind: String
        /// The title; may be empty.
        package var title: String
        package var address: String
        /// The artist; empty if the page does not specify it, like ``album`` and ``date``.
        package var artist = ""
        /// The album of a recording, or the podcast of an episode.
        package var album = ""
        package var date = ""
        /// The number in the album or the podcast.
        package var number: Int?
        package var duration: Duration?
        package var picture: String?

        package init(kind: String, title: String, address: String) {
            self.kind = kind
            self.title = title
            self.address = address
        }

        /// - Parameters:
        ///   - index: The index in the album, from 0; `nil` for a separate recording.
        ///   - picture: The picture for a recording without one.
        /// - Returns: `nil` for a recording without sound.
        fileprivate init?(_ index: Int?, _ recording: Recording, _ picture: String?) {
            guard let address = recording.audio else { return nil }
            self.init(kind: "recording", title: recording.title, address: address)
            (artist, album, duration) = (recording.artist, recording.album, recording.duration)
            number = index.map { $0 + 1 }
            self.picture = recording.picture ?? picture
        }
    }
}
