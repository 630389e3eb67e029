// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession

/// Open directories with one podcast and two stations; some words make them fail.
package struct FakeDirectories: DirectorySearching {
    package init() {}

    package static let podcasts: [FoundPodcast] = {
        var podcast = FoundPodcast(title: "Backstage", address: "https://example.org/feed.xml")
        (podcast.author, podcast.episodes, podcast.genre) = ("Rosa Weld", 42, "Music")
        (podcast.newest, podcast.summary) = ("2026-11-20", "Talks behind the stage")
        (podcast.picture, podcast.page) = ("https://example.org/cover.png", "https://example.org/backstage")
        return [podcast]
    }()

    package static let stations: [FoundStation] = {
        var station = FoundStation(title: "Kestrel Jazz", address: "https://example.org/live")
        (station.country, station.language, station.tags) = ("Germany", "german", ["jazz", "soul"])
        (station.codec, station.bitRate, station.votes) = ("MP3", 128_000, 1234)
        (station.picture, station.page) = ("https://example.org/icon.png", "https://example.org/")
        return [station, FoundStation(title: "Bare", address: "http://example.org:8000/bare")]
    }()

    package func podcasts(matching words: String, limit: Int) async throws(ContentError) -> [FoundPodcast] {
        try Self.check(words)
        return words == "nothing" ? [] : Array(Self.podcasts.prefix(limit))
    }

    package func stations(matching words: String, limit: Int) async throws(ContentError) -> [FoundStation] {
        try Self.check(words)
        return words == "nothing" ? [] : Array(Self.stations.prefix(limit))
    }

    private static func check(_ words: String) throws(ContentError) {
        switch words {
        case "offline": throw ContentError(.unavailable, "example.org did not answer")
        case "again": throw ContentError(.refused, "example.org was asked too often; search again after a minute")
        default: break
        }
    }
}
