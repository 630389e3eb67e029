// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@testable import WebPages

@Suite("Ordinary web pages")
struct PageTests {
    @Test("The properties of things are those that extruct finds", arguments: PageFixture.names)
    func oracle(name: String) throws {
        guard let expected = PageFixture.facts(name) else { return }
        let own = try PageFixture.ownFacts(name)

        #expect(own.subtracting(expected).sorted() == [], "only we find these")
        #expect(expected.subtracting(own).sorted() == [], "only extruct finds these")
    }

    @Test("A tour has its concerts, with performers, the venue and what became of them")
    func concert() throws {
        let page = try PageFixture.page("concert")

        #expect(page.title == "Konzerte – Valve & Feather")
        #expect(page.events.map(\.title) == ["Valve & Feather: Little Gears live", "Valve & Feather in Halver"])
        let first = try #require(page.events.first)
        #expect(first.start == "2026-12-11T20:00:00+01:00")
        #expect(first.doors == "2026-12-11T19:00")
        #expect(first.status == .scheduled)
        #expect(first.performers.map(\.name) == ["Valve & Feather", "Ada Quill"])
        #expect(first.performers.first?.links.count == 2)
        #expect(first.tickets == "https://example.org/tickets/1")
        let venue = try #require(first.location)
        #expect(venue.line == "Waldbühne Berlin, Glockenturmstraße 1, 14053 Berlin, DE")
        #expect(venue.geoURI == "geo:52.5159,13.2292")
        #expect(venue.telephoneURI == "tel:+49301234567")
        #expect(page.events[1].status == .cancelled)
        #expect(page.events[1].location?.name == "Kulturbahnhof Halver")
        #expect(page.events[1].performers.map(\.name) == ["Valve & Feather"])
        #expect(page.locations.isEmpty, "the venue belongs to the concert")
        #expect(page.sound == nil)
    }

    @Test(
        "JSON-LD is read behind a byte order mark, with spaces of other kinds, and out of the lists that hold values",
        arguments: [
            "\u{FEFF}{\"@type\": \"Event\", \"name\": \"Herons\"}",
            "{\u{A0}\"@type\":\u{A0}\"Event\",\u{2028}\"name\":\u{3000}\"Herons\"}",
            "{\"@set\": [{\"@type\": \"Event\", \"name\": \"Herons\"}]}",
            "{\"@graph\": {\"@set\": {\"@type\": \"Event\", \"name\": {\"@list\": [{\"@value\": \"Herons\"}]}}}}",
            "{\"@type\": \"Event\", \"name\": {\"@set\": {\"@set\": {\"@value\": \"Herons\", \"@language\": \"en\"}}}}",
        ])
    func looseJSON(text: String) {
        let page = PageFixture.read("<script type=\"application/ld+json\">\(text)</script>")
        #expect(page.events.map(\.title) == ["Herons"])
    }

    @Test("A space that is part of a text stays in it")
    func spaces() {
        let page = PageFixture.read(
            "<script type=\"application/ld+json\">\u{FEFF}{\"@type\": \"Event\", \"name\": \"A\u{200B}B\"}</script>")
        #expect(page.events.map(\.title) == ["A\u{200B}B"])
    }

    @Test(
        "Dates are read in every form of ISO 8601, with a space or a clock of twelve hours, and impossible ones are none",
        arguments: [
            ("2026-12-11T20:00:00+01:00", "2026-12-11T20:00:00+01:00"), ("2026-12-11 20:00:00", "2026-12-11T20:00:00"),
            ("20261211", "2026-12-11"), ("20261211T200000Z", "2026-12-11T20:00:00Z"),
            ("20261224T2000", "2026-12-24T20:00"), ("2026-12-11T20:00:00.000+0100", "2026-12-11T20:00:00+01:00"),
            ("2026-12-11 8:00 PM", "2026-12-11T20:00"), ("2026-12-11 12:30 am", "2026-12-11T00:30"),
            ("2026-12-11T20:00 -05", "2026-12-11T20:00-05:00"), ("2026-12-11t20:00z", "2026-12-11T20:00Z"),
            ("2026/12/11", "2026-12-11"), ("2026-12-31T24:00", "2027-01-01T00:00"), ("2026-12-11T99:00", "2026-12-11"),
            ("2026-12-11/2026-12-13", "2026-12-11"), ("2026-12", "2026-12"), ("2026", "2026"),
            ("1966-05-16", "1966-05-16"),
            ("2028-02-29", "2028-02-29"), ("2026-13-45T99:00", ""), ("2026-02-29", ""), ("2026-00-01", ""),
            ("2026-12-00", ""), ("202612119", ""), ("20261", ""), ("0000-01-01", ""), ("tomorrow", ""), ("", ""),
        ])
    func dates(text: String, date: String) throws {
        #expect(PageDate.normalized(text) ?? "" == date)
        let page = PageFixture.read(
            """
            <script type="application/ld+json">{"@type": "MusicEvent", "name": "Friday", "startDate": "\(text)"}</script>
            """)
        #expect(try #require(page.events.first).start == date)
    }

    @Test("Pictures are those of the things, or else of the page, in every form; only addresses of the web count")
    func pictures() {
        let page = PageFixture.read(
            """
            <meta property="og:image" content="/page.jpg">
            <script type="application/ld+json">{"@graph": [
              {"@type": "MusicAlbum", "name": "Blue", "image": {"@type": "ImageObject", "url": "blue.jpg"}, "track": [
                {"@type": "MusicRecording", "name": "One", "audio": "one.ogg", "thumbnailUrl": "https://cdn/1.png"},
                {"@type": "MusicRecording", "name": "Two", "audio": "two.ogg", "image": "data:image/png;base64,AA"}]},
              {"@type": "PodcastSeries", "name": "Talk", "image": ["https://cdn/talk.jpg", "https://cdn/other.jpg"]},
              {"@type": "RadioStation", "name": "Lake FM", "logo": {"contentUrl": "file:///etc/passwd"}}]}</script>
            """)
        #expect(page.picture?.hasSuffix("/page.jpg") == true)
        #expect(page.albums.first?.picture?.hasSuffix("/blue.jpg") == true)
        #expect(page.podcasts.first?.picture == "https://cdn/talk.jpg")
        #expect(page.stations.first?.picture == nil)
        #expect(page.sounds.map(\.picture) == ["https://cdn/1.png", page.albums.first?.picture])
    }

    @Test("A year that is a number is a date")
    func year() {
        let page = PageFixture.read(
            """
            <script type="application/ld+json">{"@type": "MusicAlbum", "name": "Blue", "datePublished": 1966}</script>
            """)
        #expect(page.albums.map(\.date) == ["1966"])
    }

    @Test("Where an episode takes place, and an organization with a position, are locations of the page")
    func subjects() {
        let place =
            #"{"@type": "Place", "name": "Quay", "geo": {"latitude": 48, "longitude": 16}, "telephone": "+43 1"}"#
        let page = PageFixture.read(
            """
            <script type="application/ld+json">[
            {"@type": "PodcastEpisode", "name": "E", "contentLocation": \(place), "spatialCoverage": "Vienna"},
            {"@type": "Organization", "name": "Hall", "geo": {"latitude": 1, "longitude": 2}},
            {"@type": "Organization", "name": "Label", "telephone": "+49 1"}]</script>
            """)
        #expect(page.locations.map(\.name) == ["Quay", "Hall"])
        #expect(page.locations.first?.telephones == ["+43 1"])
    }

    @Test("Microdata with end tags left out gives an event with its place")
    func festival() throws {
        let event = try #require(try PageFixture.page("festival").events.first)

        #expect(event.title == "Lake Sounds 2027")
        #expect((event.start, event.end) == ("2027-07-02", "2027-07-04"))
        #expect(event.performers.map(\.name) == ["The Oar", "Nine Herons"])
        #expect(event.location?.line == "Lakeside Meadow, Seeweg 7, Waging, DE")
        #expect(event.location?.coordinates?.description == "47.9333, 12.7333")
        #expect(event.location?.telephones == ["+498681000", "+49 8681 1000"])
    }

    @Test("RDFa gives an event with its place, whose parts stand elsewhere, and nothing of other vocabularies")
    func rdfa() throws {
        let page = try PageFixture.page("rdfa")

        #expect(page.events.map(\.title) == ["Reeds, live"])
        let event = try #require(page.events.first)
        #expect(event.start == "2027-03-05T20:00+01:00")
        #expect(event.performers.map(\.name) == ["Nine Herons"])
        #expect(event.performers.first?.links == ["https://musicbrainz.org/artist/9"])
        #expect(event.location?.line == "Blue Hall, Quay 3, Bergen")
        #expect(event.location?.coordinates?.description == "60.3925, 5.3233")
        #expect(event.location?.telephones == ["+4755123456"])
        #expect(page.albums.map(\.artist) == ["Nine Herons"])
        #expect(page.locations.isEmpty)
        #expect(page.title == "Concerts by the river")
    }

    @Test("RDFa takes the moment of a time element, and a word with any prefix that stands for schema.org")
    func rdfaWords() {
        let page = PageFixture.read(
            """
            <div prefix="x: http://schema.org/ y: http://other.org/" typeof="x:Event y:Event"><b property="x:name">A</b>
            <time property="x:startDate" datetime="2027-01-02">2 January</time><i property="name">B</i>
            <i property="schema:organizer">C</i></div><p typeof="Event"><b property="name">D</b></p>
            """)

        #expect(page.events.map(\.title) == ["A"])
        #expect(page.events.first?.start == "2027-01-02")
    }

    @Test("Two events share a venue and performers that stand beside them, by itemref")
    func itemref() throws {
        let page = try PageFixture.page("itemref")

        #expect(page.events.map(\.title) == ["First evening", "Second evening"])
        #expect(page.events.map(\.location?.line) == ["Old Granary", "Old Granary"])
        #expect(page.events.map(\.page) == ["https://example.org/evenings", "https://example.org/evenings"])
        #expect(page.events.map { $0.performers.map(\.name) } == [["The Oar"], ["The Oar"]])
        #expect(page.events.first?.performers.first?.links == ["https://www.wikidata.org/entity/Q1"])
        #expect(page.locations.isEmpty, "the venue belongs to the evenings")
    }

    @Test("The page of an artist gives its events and albums the artist")
    func artist() throws {
        let page = try PageFixture.page("artist")

        #expect(page.events.map(\.start) == ["2027-01-15T20:30", "2027-01-17"])
        #expect(page.events.allSatisfy { $0.performers.map(\.name) == ["Nine Herons"] })
        #expect(page.events.first?.location?.line == "Blue Hall, Quay 3, Bergen")
        #expect(page.albums.map(\.title) == ["Reeds"])
        #expect(page.albums.first?.tracks.map(\.title) == ["Heron I", "Heron II"])
        #expect(page.albums.first?.tracks.first?.duration == .seconds(240))
        #expect(page.albums.first?.artist == "Nine Herons")
    }

    @Test("A podcast has its feed before that of comments, and its episodes")
    func podcast() throws {
        let page = try PageFixture.page("podcast")

        #expect(page.feed?.feed == "https://example.org/feed.xml?a=1&b=2")
        #expect(page.feed?.title == "Tunnel Vision")
        #expect(page.feed?.author == "Rosa Weld")
        #expect(page.podcasts.map(\.feed) == [page.feed?.feed, "https://example.org/comments/feed"])
        #expect(page.episodes.map(\.title) == ["The Gotthard", "The Seikan"])
        #expect(page.episodes.map(\.podcast) == ["Tunnel Vision", "Tunnel Vision"])
        #expect(page.episodes.map(\.number) == [12, 11])
        #expect(page.episodes.map(\.duration) == [.seconds(3720), .seconds(2730)])
        #expect(page.sound?.address == "https://cdn.example.org/12.mp3")
        #expect(page.sound?.kind == "episode")
    }

    @Test("An episode in an array, with several types and relative addresses, is one sound and not two")
    func episode() throws {
        let page = try PageFixture.page("episode")

        #expect(page.episodes.map(\.title) == ["The Firth"])
        #expect(page.episodes.first?.duration == .seconds(3723))
        #expect(page.episodes.first?.audio == "https://media.example.org/shows/firth%20one.mp3")
        #expect(page.feed?.feed == "https://media.example.org/shows/bridges.xml")
        #expect(page.audio.isEmpty)
        #expect(page.locations.isEmpty, "the publisher's office is not a place to go to")
    }

    @Test("An album has its tracks in order, and the sound of one")
    func album() throws {
        let page = try PageFixture.page("album")

        let album = try #require(page.albums.first)
        #expect((album.title, album.artist, album.date) == ("Little Gears", "Valve & Feather", "2026-02-14"))
        #expect(album.tracks.map(\.title) == ["Street Talk", "Gained"])
        #expect(album.tracks.map(\.duration) == [.seconds(187), .seconds(187)])
        #expect(album.tracks.map(\.artist) == ["Valve & Feather", "Valve & Feather"])
        #expect(album.tracks.first?.isrc == "DEXX12600001")
        let sound = try #require(page.sound)
        #expect((sound.kind, sound.title) == ("recording", "Street Talk"))
        #expect(sound.address == "https://example.org/audio/street-talk.ogg")
        #expect((sound.artist, sound.album) == ("Valve & Feather", "Little Gears"))
        #expect(sound.duration == .seconds(187) && sound.number == 1)
    }

    @Test("A station has its stream, where it is, and its frequency")
    func radio() throws {
        let page = try PageFixture.page("radio")

        let station = try #require(page.stream)
        #expect((station.title, station.frequency) == ("Radio Kestrel", "98.2 FM"))
        #expect(station.stream == "https://stream.kestrel.example/live.mp3")
        #expect(station.location?.line == "Radio Kestrel, Keswick, GB")
        #expect(station.location?.telephoneURI == "tel:+441768700000")
        #expect(page.audio.map(\.address) == ["https://example.org/listen.pls"])
    }

    @Test("A playlist plays all its sounds, in the order of their positions")
    func positions() throws {
        func element(_ position: Int, _ name: String, _ sound: String) -> String {
            """
            {"@type": "ListItem", "position": \(position), "item": {"@type": "MusicRecording", "name": "\(name)",
             "byArtist": "Nine Herons", "duration": "PT4M"\(sound)}}
            """
        }
        let page = PageFixture.read(
            """
            <script type="application/ld+json">{"@type": "MusicPlaylist", "name": "Reeds", "track": {"@type": "ItemList",
            "itemListElement": [\(element(2, "Heron II", #", "audio": "2.mp3""#)), \(element(3, "Silent", "")),
            \(element(1, "Heron I", #", "audio": "1.mp3""#))]}}</script>
            """)

        #expect(page.albums.first?.tracks.map(\.title) == ["Heron I", "Heron II", "Silent"])
        #expect(page.sounds.map(\.title) == ["Heron I", "Heron II"])
        #expect(page.sounds.map(\.address) == ["https://example.org/shows/1.mp3", "https://example.org/shows/2.mp3"])
        #expect(page.sounds.map(\.number) == [1, 2])
        #expect(
            page.sounds.allSatisfy { $0.artist == "Nine Herons" && $0.album == "Reeds" && $0.duration == .seconds(240) }
        )
    }

    @Test("OpenGraph names a song and its sound, of which the secure address is taken")
    func song() throws {
        let page = try PageFixture.page("song")

        #expect(page.recordings.map(\.title) == ["Street Talk"])
        #expect(page.recordings.first?.audio == "https://tapes.example/street-talk.mp3")
        #expect(page.recordings.first?.duration == .seconds(187))
        #expect(page.recordings.first?.artist == "", "an address is not a name")
        #expect(page.audio.isEmpty)
    }

    @Test("Sources of audio and links to sound files are found, those of films and scripts are not")
    func player() throws {
        let page = try PageFixture.page("player")

        #expect(
            page.audio.map(\.address) == [
                "https://example.org/one.opus", "https://example.org/one.mp3",
                "https://example.org/shows/two.m4a?download=1",
            ])
        #expect(page.audio.first?.title == "Chapter one")
        #expect(page.audio.first?.type == "audio/ogg")
    }

    @Test("JSON with comments, raw breaks, trailing commas and names used twice is read, and a broken script skipped")
    func dirty() throws {
        let page = try PageFixture.page("dirty")

        #expect(page.events.map(\.title) == ["Raw breaks and x escapes", "Encoded", "Good"])
        #expect(page.events.first?.location?.name == "Barn")
        #expect(page.events.first?.performers.map(\.name) == ["Ada Quill"])
    }

    @Test("Things that refer to each other in a circle are each taken once")
    func cycle() throws {
        let page = try PageFixture.page("cycle")

        #expect(page.events.map(\.title) == ["Ring live"])
        #expect(page.events.first?.performers.map(\.name) == ["Ring"])
        #expect(page.events.first?.location?.name == "Ring Hall")
    }

    @Test("A page in another encoding is read with the one that it declares, or that the server does")
    func encoding() throws {
        #expect(try PageFixture.page("latin2").events.first?.title == "Łódź w Krakowie".replacing("Ł", with: "ł"))
        let bytes: [UInt8] = Array("<title>".utf8) + [0xCF, 0xF0, 0xE8] + Array("</title>".utf8)
        let page = PageReader.read(
            bytes, charset: PageReader.charset(of: "text/html; charset=\"windows-1251\""),
            address: PageFixture.address, resolve: PageFixture.resolve)
        #expect(page.title == "При")
    }

    @Test(
        "What is not a page is empty, and a feed is not a page",
        arguments: [
            "", "plain text", "<", "<!doctype html", "{\"@type\":\"Event\"}", "<?xml version='1.0'?><rss></rss>",
        ])
    func nothing(text: String) {
        #expect(PageFixture.read(text).isEmpty)
        #expect(PageReader.isPage(Array(text.utf8), contentType: nil) == text.hasPrefix("<!doctype html"))
    }

    @Test(
        "Addresses of other schemes are not taken",
        arguments: [
            "javascript:alert(1)", "file:///etc/passwd", "data:audio/mpeg;base64,AAAA", "oncue://x/y", "#top", "",
        ])
    func schemes(address: String) {
        let page = PageFixture.read(
            """
            <audio src="\(address)"></audio><link rel=alternate type=application/rss+xml href="\(address)">
            <meta property="og:audio" content="\(address)"><script type="application/ld+json">
            {"@type": "PodcastEpisode", "name": "x", "contentUrl": "\(address)"}</script>
            """)

        #expect(page.sound == nil)
        #expect(page.feed == nil)
    }
}
