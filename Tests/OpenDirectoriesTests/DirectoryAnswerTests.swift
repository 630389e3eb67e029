// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueTestSupport
import OpenDirectories
import Testing

@Suite("Answers of open directories")
struct DirectoryAnswerTests {
    private static let base = "https://example.org"

    @Test("Apple's search: each feed once, with what a person needs")
    func apple() throws {
        let found = try #require(DirectoryAnswer.podcasts(Array(RecordedDirectories.apple().utf8), limit: 10))

        #expect(found.map(\.address) == ["\(Self.base)/feed.xml", "\(Self.base)/other.xml"])
        var podcast = FoundPodcast(title: "Backstage – Talks", address: "\(Self.base)/feed.xml")
        (podcast.author, podcast.episodes, podcast.genre) = ("Rosa Weld", 42, "Music")
        (podcast.newest, podcast.picture) = ("2026-11-20", "\(Self.base)/600.png")
        podcast.page = "https://podcasts.example.com/id1470039059?uo=4"
        #expect(found.first == podcast)
        #expect(found.last == FoundPodcast(title: "example.org", address: "\(Self.base)/other.xml"))
    }

    @Test("gpodder.net and fyyd are understood, too")
    func others() throws {
        let gpodder = try #require(
            DirectoryAnswer.podcasts(Array(RecordedDirectories.gpodder().utf8), limit: 10)?.first)
        #expect(gpodder.title == "Backstage" && gpodder.author == "Rosa Weld" && gpodder.episodes == nil)
        #expect(gpodder.summary == "Talks behind the stage" && gpodder.picture == "\(Self.base)/scaled.png")
        let fyyd = try #require(DirectoryAnswer.podcasts(Array(RecordedDirectories.fyyd().utf8), limit: 10)?.first)
        #expect(fyyd.title == "Backstage" && fyyd.author == "Rosa Weld" && fyyd.episodes == 42)
        #expect(fyyd.newest == "2026-11-20" && fyyd.picture == "\(Self.base)/layout.png")
    }

    @Test("Radio Browser: the stream, the country, the codec, the bit rate and the votes")
    func stations() throws {
        let found = try #require(DirectoryAnswer.stations(Array(RecordedDirectories.stations().utf8), limit: 10))

        var station = FoundStation(title: "Kestrel Jazz", address: "\(Self.base)/live")
        (station.country, station.language, station.tags) = ("Germany", "german", ["jazz", "soul", "late night"])
        (station.codec, station.bitRate, station.votes) = ("MP3", 128_000, 1234)
        (station.picture, station.page) = ("\(Self.base)/icon.png", "https://example.org/")
        var bare = FoundStation(title: "Bare", address: "\(Self.base)/bare")
        bare.votes = 0
        #expect(found == [station, bare])
        #expect(DirectoryAnswer.stations(Array(RecordedDirectories.stations().utf8), limit: 1) == [station])
        #expect(DirectoryAnswer.joined([station], [bare, station], limit: 5) == [station, bare])
        #expect(DirectoryAnswer.joined([station], [bare, station], limit: 1) == [station])
    }

    @Test(
        "What is no answer of a directory is none",
        arguments: [
            "", "{", "<html><body>Sign in</body></html>", "null", "12", "{\"error\": 3}", "{\"results\": \"x\"}",
        ])
    func others(text: String) {
        #expect(DirectoryAnswer.podcasts(Array(text.utf8), limit: 10) == nil)
        #expect(DirectoryAnswer.stations(Array(text.utf8), limit: 10) == nil)
    }

    @Test("Rows that are none are left out, and an empty answer has none")
    func oddRows() {
        for text in ["[]", "[1, null, \"x\", [], {}, {\"url\": 3}, {\"url\": \"ftp://h/\"}, {\"url\": \"https://\"}]"] {
            #expect(DirectoryAnswer.podcasts(Array(text.utf8), limit: 10) == [])
            #expect(DirectoryAnswer.stations(Array(text.utf8), limit: 10) == [])
        }
        let long = String(repeating: "a\u{1B}[31m\n", count: 100_000)
        let text =
            "[{\"url\": \"https://h/\", \"title\": \"\(long.filter { $0 == "a" })\", \"name\": \"b\\u001b[0m\\nc\"}]"
        #expect(DirectoryAnswer.podcasts(Array(text.utf8), limit: 10)?.first?.title.count == 300)
        #expect(DirectoryAnswer.stations(Array(text.utf8), limit: 10)?.first?.title == "b [0m c")
    }

    @Test("Whatever a server sends, what is kept is bounded, and its addresses are of the web", arguments: 0..<300)
    func anything(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let samples = [
            RecordedDirectories.apple(), RecordedDirectories.gpodder(), RecordedDirectories.fyyd(),
            RecordedDirectories.stations(),
        ]
        var bytes = Array(samples[seed % samples.count].utf8)
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
            case 2: bytes.insert(contentsOf: Array(random.text(upTo: 20).utf8), at: place)
            default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 200)], at: place)
            }
            if bytes.isEmpty { bytes = [0] }
        }

        for podcast in DirectoryAnswer.podcasts(bytes, limit: 3) ?? [] {
            #expect(podcast.title.count <= 2000 && podcast.address.hasPrefix("http"))
        }
        let stations = DirectoryAnswer.stations(bytes, limit: 3) ?? []
        #expect(stations.count <= 3 && Set(stations.map(\.address)).count == stations.count)
        #expect(stations.allSatisfy { $0.tags.count <= 8 && !$0.title.contains("\u{1B}") })
    }
}
