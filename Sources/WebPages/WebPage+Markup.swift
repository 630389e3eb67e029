// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The parts of a page that are not described as things.
extension WebPage {
    mutating func complete(with scan: PageScan, _ addresses: PageAddresses) {
        title = (scan.meta["og:title"] ?? scan.title).pageLine
        picture =
            ["og:image:secure_url", "og:image", "og:image:url", "twitter:image"].lazy
            .compactMap { scan.meta[$0].flatMap(addresses.web) }.first
        addFeeds(scan, addresses)
        addOpenGraph(scan, addresses)
        let media = scan.media + scan.downloads
        let found = media.compactMap { medium in
            addresses.web(medium.address).map { address -> Audio in
                var audio = Audio(address: address)
                (audio.title, audio.type) = (medium.title.pageLine, medium.type)
                return audio
            }
        }
        if let first = found.first { give(first.address) }
        for medium in found { add(medium) }
    }

    /// Gives the sound to the only station or episode of the page, or else to its only recording.
    private mutating func give(_ address: String) {
        guard sound == nil else { return }
        if stations.count == 1, episodes.isEmpty {
            stations[0].stream = address
        } else if episodes.count == 1, stations.isEmpty {
            episodes[0].audio = address
        } else if recordings.count == 1, episodes.isEmpty, stations.isEmpty {
            recordings[0].audio = address
        }
    }

    private mutating func add(_ medium: Audio) {
        let known =
            audio.map(\.address) + episodes.compactMap(\.audio) + recordings.compactMap(\.audio)
            + stations.compactMap(\.stream)
        guard audio.count < Self.listLimit, !known.contains(medium.address),
            !albums.contains(where: { $0.tracks.contains { $0.audio == medium.address } })
        else { return }
        audio.append(medium)
    }

    private mutating func addFeeds(_ scan: PageScan, _ addresses: PageAddresses) {
        let feeds = scan.links.filter { link in
            link.relations.contains("alternate")
                && ["application/rss+xml", "application/atom+xml"].contains(link.type)
        }
        // The feed of comments is not the one that is wanted.
        let isOfComments = { (link: PageScan.Link) in
            link.address.lowercased().contains("comments") || link.title.lowercased().contains("comments")
        }
        let sorted = feeds.filter { !isOfComments($0) } + feeds.filter(isOfComments)
        for link in sorted {
            guard let address = addresses.web(link.address), podcasts.count < Self.listLimit,
                !podcasts.contains(where: { $0.feed == address })
            else { continue }
            if podcasts.count == 1, podcasts[0].feed == nil {
                podcasts[0].feed = address
                continue
            }
            var podcast = Podcast()
            (podcast.title, podcast.feed) = (link.title.isEmpty ? title : link.title.pageLine, address)
            podcasts.append(podcast)
        }
    }

    private mutating func addOpenGraph(_ scan: PageScan, _ addresses: PageAddresses) {
        let meta = scan.meta
        let type = meta["og:type"]?.lowercased() ?? ""
        let address = (meta["og:audio:secure_url"] ?? meta["og:audio"] ?? meta["og:audio:url"]).flatMap(addresses.web)
        let page = meta["og:url"].flatMap(addresses.web)
        switch type {
        case "music.song" where recordings.isEmpty:
            var recording = Recording()
            (recording.title, recording.audio, recording.page) = (title, address, page)
            recording.artist = Self.name(meta["music:musician"])
            recording.album = Self.name(meta["music:album"])
            recording.duration = meta["music:duration"].flatMap(PageDuration.parse)
            recordings.append(recording)
        case "music.album" where albums.isEmpty, "music.playlist" where albums.isEmpty:
            var album = Album()
            (album.title, album.page) = (title, page)
            album.artist = Self.name(meta["music:musician"] ?? meta["music:creator"])
            albums.append(album)
        case "music.radio_station" where stations.isEmpty:
            var station = Station()
            (station.title, station.stream, station.page) = (title, address, page)
            stations.append(station)
        default: break
        }
        addPlayer(address, meta, addresses)
    }

    private mutating func addPlayer(_ sound: String?, _ meta: [String: String], _ addresses: PageAddresses) {
        let isSound = meta["twitter:player:stream:content_type"]?.lowercased().hasPrefix("audio") == true
        let player = isSound ? meta["twitter:player:stream"].flatMap(addresses.web) : nil
        for address in [sound, player].compactMap(\.self) {
            give(address)
            var audio = Audio(address: address)
            audio.title = title
            audio.type = address == sound ? (meta["og:audio:type"] ?? "").pageLine : ""
            add(audio)
        }
    }

    /// A name; OpenGraph has addresses in its place.
    private static func name(_ text: String?) -> String {
        guard let text, !text.contains("://") else { return "" }
        return text.pageLine
    }
}
