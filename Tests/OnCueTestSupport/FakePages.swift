// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession

/// A web page with everything that there can be, at `https://example.org/tour`.
package struct FakePages: PageReading {
    package init() {}

    package func page(at address: String) async throws(ContentError) -> WebPage {
        guard let location = MediaLocation(uri: address), location.scheme == "https" else {
            throw ContentError(.invalidPlace, "\"\(address.prefix(200))\" is not the address of a web page")
        }
        guard address == Self.tour.address else {
            throw address.hasSuffix(".mp3")
                ? ContentError(.refused, "\(address) is not a web page")
                : ContentError(.unavailable, "\(address) answered with HTTP status 404")
        }
        return Self.tour
    }

    package static let tour: WebPage = {
        var page = WebPage(address: "https://example.org/tour")
        page.title = "Valve & Feather on tour"
        var podcast = WebPage.Podcast()
        (podcast.title, podcast.author) = ("Backstage", "Rosa Weld")
        (podcast.feed, podcast.page) = ("https://example.org/feed.xml", "https://example.org/backstage")
        page.podcasts = [podcast]
        page.episodes = [episode]
        page.recordings = [recording]
        var album = WebPage.Album()
        (album.title, album.artist, album.date) = ("Little Gears", "Valve & Feather", "2026")
        (album.tracks, album.page) = ([recording], "https://example.org/little-gears")
        page.albums = [album]
        var station = WebPage.Station()
        (station.title, station.stream, station.page) = ("Kestrel", "https://example.org/live", "https://example.org/")
        (station.frequency, station.location) = ("98.2 FM", Location(name: "Keswick"))
        page.stations = [station]
        var audio = WebPage.Audio(address: "https://example.org/jingle.ogg")
        (audio.title, audio.type, audio.duration) = ("Jingle", "audio/ogg", .seconds(7))
        page.audio = [audio]
        page.events = [event]
        page.locations = [Location(name: "Box office", telephones: ["+49 30 1234567"])].compactMap(\.self)
        return page
    }()

    private static var episode: WebPage.Episode {
        var episode = WebPage.Episode()
        (episode.title, episode.podcast, episode.date) = ("The van", "Backstage", "2026-11-20")
        (episode.duration, episode.number) = (.seconds(1800), 3)
        (episode.audio, episode.page) = ("https://example.org/3.mp3", "https://example.org/3")
        return episode
    }

    private static var recording: WebPage.Recording {
        var recording = WebPage.Recording()
        (recording.title, recording.artist, recording.album) = ("Street Talk", "Valve & Feather", "Little Gears")
        (recording.duration, recording.isrc) = (.seconds(187), "DEXX12600001")
        (recording.audio, recording.page) = ("https://example.org/street-talk.ogg", "https://example.org/street-talk")
        return recording
    }

    private static var event: WebPage.Event {
        var event = WebPage.Event()
        event.title = "Little Gears live"
        var performer = WebPage.Performer()
        (performer.name, performer.links) = ("Valve & Feather", ["https://www.wikidata.org/wiki/Q1"])
        event.performers = [performer]
        (event.start, event.end, event.doors) = ("2026-12-11T20:00:00+01:00", "2026-12-11T23:00", "2026-12-11T19:00")
        event.status = .rescheduled
        event.location = Location(
            name: "Waldbühne",
            address: PostalAddress(street: "Glockenturmstraße 1", postalCode: "14053", city: "Berlin"),
            coordinates: Coordinates(latitude: 52.515_9, longitude: 13.229_2), telephones: ["+49 30 1234567"])
        (event.tickets, event.page) = ("https://example.org/tickets", "https://example.org/tour/berlin")
        return event
    }

    /// A page that describes much of the same, for servers.
    package static let markup = """
        <!doctype html><html><head><meta charset="utf-8"><title>Valve &amp; Feather on tour</title>
        <link rel="alternate" type="application/rss+xml" title="Backstage" href="/feed">
        <script type="application/ld+json">{"@context": "https://schema.org", "@graph": [
        {"@type": "PodcastEpisode", "name": "The van", "datePublished": "2026-11-20", "duration": "PT3M",
         "partOfSeries": {"@type": "PodcastSeries", "name": "Backstage", "author": {"name": "Rosa Weld"},
                          "url": "/backstage"}, "episodeNumber": 3, "url": "/3",
         "associatedMedia": {"@type": "AudioObject", "contentUrl": "/van.wav", "encodingFormat": "audio/wav"}},
        {"@type": "MusicAlbum", "name": "Little Gears", "byArtist": "Valve & Feather", "datePublished": "2026", "url": "/lg",
         "track": {"@type": "MusicRecording", "name": "Street Talk", "duration": "PT3M7S", "isrcCode": "DEXX12600001",
                   "url": "/street-talk"}},
        {"@type": "MusicRecording", "name": "Gained", "byArtist": "Valve & Feather", "inAlbum": "Little Gears",
         "duration": "PT3M", "audio": "/gained.wav", "isrcCode": "DEXX12600002", "url": "/gained"},
        {"@type": "RadioStation", "name": "Kestrel", "url": "/kestrel", "broadcastFrequency": "98.2 FM",
         "contentUrl": "/stream", "address": {"@type": "PostalAddress", "addressLocality": "Keswick"}},
        {"@type": "AudioObject", "name": "Jingle", "contentUrl": "/jingle.wav", "encodingFormat": "audio/wav",
         "duration": "PT7S"},
        {"@type": "MusicEvent", "name": "Little Gears live", "startDate": "2026-12-11T20:00:00+01:00",
         "endDate": "2026-12-11T23:00:00+01:00", "doorTime": "2026-12-11T19:00", "url": "/berlin",
         "performer": {"@type": "MusicGroup", "name": "Valve & Feather", "sameAs": "https://www.wikidata.org/wiki/Q1"},
         "offers": {"url": "/tickets"}, "location": {"@type": "Place", "name": "Waldbühne",
          "address": {"@type": "PostalAddress", "streetAddress": "Glockenturmstraße 1", "postalCode": "14053",
                      "addressLocality": "Berlin", "addressRegion": "BE", "addressCountry": "DE"},
          "geo": {"latitude": 52.5159, "longitude": 13.2292}, "telephone": "+49 30 1234567"}},
        {"@type": "Place", "name": "Box office", "telephone": "+49 30 7654321"}]}</script></head>
        <body><p>Tour</p></body></html>
        """
}
