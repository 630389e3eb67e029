// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Goes through the things of a page, each once, and collects those that a listener has a use for.
struct ThingWalk {
    private(set) var page: WebPage
    private let reader: ThingReader
    private var seen: Set<Int> = []
    /// Things that are still to be looked at, the next one last.
    private var left: [Visit] = []

    private struct Visit {
        var thing: Int
        /// The performer or the podcast that the thing was found at.
        var owner: Int?
    }

    init(_ reader: ThingReader, page address: String) {
        self.reader = reader
        page = WebPage(address: address)
    }

    mutating func run() {
        left = reader.graph.roots.reversed().map { Visit(thing: $0, owner: nil) }
        while let visit = left.popLast() {
            guard seen.insert(visit.thing).inserted else { continue }
            take(visit)
        }
        // The address of a tour names none of its concerts.
        let references = Dictionary(grouping: page.events.compactMap(\.reference)) { $0 }
        for index in page.events.indices {
            let reference = page.events[index].reference.flatMap { references[$0] } ?? []
            if reference.count != 1 || reference.first == page.address { page.events[index].reference = nil }
        }
        let venues = Set(page.events.compactMap(\.location))
        page.locations.removeAll(where: venues.contains)
    }

    private mutating func go(to things: [Int], owner: Int? = nil) {
        left += things.reversed().map { Visit(thing: $0, owner: owner) }
    }

    private mutating func take(_ visit: Visit) {
        let (thing, types) = (visit.thing, reader.types(visit.thing))
        takeSubjects(of: thing)
        switch Kind(types) {
        case .event:
            Self.append(event(thing, owner: visit.owner), to: &page.events)
            go(to: reader.things(thing, "subEvent", "subEvents"), owner: visit.owner)
        case .podcast:
            Self.append(podcast(thing), to: &page.podcasts)
            go(to: reader.things(thing, "episode", "episodes", "hasPart"), owner: thing)
        case .episode:
            Self.append(episode(thing, owner: visit.owner), to: &page.episodes)
            go(to: reader.things(thing, "partOfSeries", "isPartOf"))
        case .album: Self.append(album(thing, owner: visit.owner), to: &page.albums)
        case .recording:
            Self.append(recording(thing, artist: visit.owner.map { reader.text($0, "name") }), to: &page.recordings)
        case .station: Self.append(station(thing), to: &page.stations)
        case .audio: if let audio = audio(thing) { Self.append(audio, to: &page.audio) }
        case .performer: go(to: reader.parts(thing), owner: thing)
        case .place:
            if let location = reader.location(thing) { Self.append(location, to: &page.locations) }
            go(to: reader.things(thing, "event", "events"))
        case .organization:
            // One with a position is a place as well.
            if !reader.values(thing, "geo").isEmpty, let location = reader.location(thing) {
                Self.append(location, to: &page.locations)
            }
            go(to: reader.parts(thing), owner: visit.owner)
        case .other: go(to: reader.parts(thing), owner: visit.owner)
        }
    }

    /// Takes the places that something is about or was made at.
    private mutating func takeSubjects(of thing: Int) {
        let places = reader.values(thing, "contentLocation", "spatialCoverage", "locationCreated")
        for place in places.prefix(10) where reader.graph.thing(place) != nil {
            if let location = reader.location(place) { Self.append(location, to: &page.locations) }
        }
    }

    private static func append<Element: Equatable>(_ element: Element, to list: inout [Element]) {
        if list.count < WebPage.listLimit, !list.contains(element) { list.append(element) }
    }

    private enum Kind {
        case event, podcast, episode, album, recording, station, audio, performer, place, organization, other

        init(_ types: [String]) {
            let all = Set(types)
            func has(_ names: String...) -> Bool { !all.isDisjoint(with: names) }
            self =
                if types.contains(where: { $0.hasSuffix("Event") }) || has("Festival", "EventSeries") {
                    .event
                } else if has("PodcastSeries") {
                    .podcast
                } else if has("PodcastEpisode", "RadioEpisode", "Episode") {
                    .episode
                } else if has("MusicAlbum", "MusicRelease", "MusicPlaylist") {
                    .album
                } else if has("MusicRecording", "Audiobook") {
                    .recording
                } else if has("RadioStation", "BroadcastService", "RadioBroadcastService", "RadioChannel") {
                    .station
                } else if has("AudioObject", "AudioObjectSnapshot") {
                    .audio
                } else if has("MusicGroup", "Person", "PerformingGroup", "TheaterGroup", "DanceGroup") {
                    .performer
                } else if has("Organization", "Corporation", "NewsMediaOrganization", "OnlineStore") {
                    .organization
                } else {
                    has("Place") || types.contains(where: Self.isPlace) ? .place : .other
                }
        }

        private static func isPlace(_ type: String) -> Bool {
            [
                "Venue", "Business", "Attraction", "Museum", "Theater", "BarOrPub", "NightClub", "StadiumOrArena",
                "Park",
                "Restaurant", "CafeOrCoffeeShop", "CivicStructure", "PlaceOfWorship", "MusicStore",
                "LandmarksOrHistoricalBuildings",
            ].contains { type.hasSuffix($0) }
        }
    }
}

// MARK: Values

extension ThingWalk {
    private func event(_ thing: Int, owner: Int?) -> WebPage.Event {
        var event = WebPage.Event()
        event.title = reader.text(thing, "name", "headline")
        event.performers = reader.values(thing, "performer", "performers").prefix(50).compactMap(performer)
        if event.performers.isEmpty, let owner, let performer = performer(.thing(owner)) {
            event.performers = [performer]
        }
        event.start = reader.date(thing, "startDate")
        event.end = reader.date(thing, "endDate")
        event.doors = reader.date(thing, "doorTime")
        event.status = status(thing)
        event.location = reader.values(thing, "location").lazy.compactMap(reader.location).first
        event.tickets = reader.address(thing, "offers")
        event.page = reader.address(thing, "url")
        // An identifier such as `#event` or `_:b0` is unique only on its page, and names another event elsewhere.
        event.reference = reader.graph.things[thing].id.flatMap(reader.addresses.web) ?? event.page
        event.formerStart = reader.date(thing, "previousStartDate")
        return event
    }

    private func status(_ thing: Int) -> WebPage.Event.Status {
        let words = reader.values(thing, "eventStatus", "eventAttendanceMode").map { value -> String in
            if case .reference(let id) = value { id.lowercased() } else { reader.text(value).lowercased() }
        }
        func has(_ word: String) -> Bool { words.contains { $0.contains(word) } }
        if has("cancelled") || has("canceled") { return .cancelled }
        if has("postponed") { return .postponed }
        if has("rescheduled") { return .rescheduled }
        return has("movedonline") || has("onlineeventattendancemode") ? .online : .scheduled
    }

    private func performer(_ value: ThingGraph.Value) -> WebPage.Performer? {
        var performer = WebPage.Performer()
        performer.name = reader.text(value)
        guard !performer.name.isEmpty else { return nil }
        if let thing = reader.graph.thing(value) {
            for value in reader.values(thing, "sameAs", "url").prefix(20) {
                if let address = reader.address(value), !performer.links.contains(address) {
                    performer.links.append(address)
                }
            }
        }
        return performer
    }

    private func podcast(_ thing: Int) -> WebPage.Podcast {
        var podcast = WebPage.Podcast()
        podcast.title = reader.text(thing, "name", "headline")
        podcast.author = reader.text(thing, "author", "creator", "publisher")
        podcast.feed = reader.address(thing, "webFeed")
        podcast.page = reader.address(thing, "url")
        podcast.picture = picture(thing)
        return podcast
    }

    private func episode(_ thing: Int, owner: Int?) -> WebPage.Episode {
        var episode = WebPage.Episode()
        episode.title = reader.text(thing, "name", "headline")
        episode.podcast = reader.text(thing, "partOfSeries", "isPartOf")
        if episode.podcast.isEmpty, let owner { episode.podcast = reader.text(owner, "name") }
        episode.date = reader.date(thing, "datePublished", "dateCreated")
        episode.number = reader.number(thing, "episodeNumber").flatMap { UInt16(exactly: $0) }.map(Int.init)
        let media = reader.things(thing, "associatedMedia", "audio", "encoding")
        episode.duration =
            reader.duration(thing, "timeRequired", "duration")
            ?? media.lazy.compactMap { reader.duration($0, "duration") }.first
        episode.audio = sound(thing)
        episode.page = reader.address(thing, "url")
        episode.picture = picture(thing)
        return episode
    }

    private func picture(_ thing: Int) -> String? {
        reader.address(thing, "image", "thumbnailUrl", "thumbnail", "logo")
    }

    /// The address of the sound of an item.
    private func sound(_ thing: Int) -> String? {
        reader.address(thing, "contentUrl")
            ?? reader.things(thing, "associatedMedia", "audio", "encoding").lazy
            .compactMap { reader.address($0, "contentUrl") }.first
            ?? reader.values(thing, "audio").lazy.compactMap { value -> String? in
                if case .text = value { reader.address(value) } else { nil }
            }.first
    }

    private func album(_ thing: Int, owner: Int?) -> WebPage.Album {
        var album = WebPage.Album()
        album.title = reader.text(thing, "name")
        album.artist = reader.text(thing, "byArtist", "creator", "author")
        if album.artist.isEmpty, let owner { album.artist = reader.text(owner, "name") }
        album.date = reader.date(thing, "datePublished", "dateCreated")
        album.page = reader.address(thing, "url")
        album.picture = picture(thing)
        let tracks = items(reader.things(thing, "track", "tracks")).prefix(WebPage.listLimit)
        album.tracks = tracks.map { track in
            var recording = recording(track, artist: album.artist)
            if recording.album.isEmpty { recording.album = album.title }
            return recording
        }
        return album
    }

    /// Things, and the elements of lists among them, in the order of their positions if all have one, or else of the
    /// page.
    private func items(_ things: [Int]) -> [Int] {
        let elements = things.flatMap { thing in
            reader.types(thing).contains("ItemList") ? reader.things(thing, "itemListElement") : [thing]
        }
        let positions = elements.map { reader.number($0, "position") }
        let order =
            positions.contains(nil)
            ? Array(elements.indices)
            : elements.indices.sorted { (positions[$0] ?? 0, $0) < (positions[$1] ?? 0, $1) }
        return order.map { reader.things(elements[$0], "item").first ?? elements[$0] }
    }

    private func recording(_ thing: Int, artist: String?) -> WebPage.Recording {
        var recording = WebPage.Recording()
        recording.title = reader.text(thing, "name", "headline")
        recording.artist = reader.text(thing, "byArtist", "readBy", "author", "creator")
        if recording.artist.isEmpty { recording.artist = artist ?? "" }
        recording.album = reader.text(thing, "inAlbum")
        recording.duration = reader.duration(thing, "duration", "timeRequired")
        recording.isrc = reader.text(thing, "isrcCode")
        recording.audio = sound(thing)
        recording.page = reader.address(thing, "url")
        recording.picture = picture(thing)
        return recording
    }

    private func station(_ thing: Int) -> WebPage.Station {
        var station = WebPage.Station()
        station.title = reader.text(thing, "name", "broadcastDisplayName")
        station.page = reader.address(thing, "url")
        station.picture = picture(thing)
        station.frequency = reader.text(thing, "broadcastFrequency", "broadcastFrequencyValue")
        let action = reader.things(thing, "potentialAction").first { reader.types($0).contains("ListenAction") }
        let target = action.flatMap { reader.address($0, "target") }
        station.stream = sound(thing) ?? (target == station.page || target == page.address ? nil : target)
        if !reader.values(thing, "address", "geo").isEmpty { station.location = reader.location(thing) }
        return station
    }

    private func audio(_ thing: Int) -> WebPage.Audio? {
        guard let address = reader.address(thing, "contentUrl") else { return nil }
        var audio = WebPage.Audio(address: address)
        audio.title = reader.text(thing, "name", "headline")
        audio.type = reader.text(thing, "encodingFormat", "fileFormat")
        audio.duration = reader.duration(thing, "duration")
        return audio
    }
}
