// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePodcasts
import Testing

@Suite("Reading feeds")
struct FeedTests {
    @Test("RSS with the tags of iTunes, Podcasting 2.0 and Podlove is read")
    func rss() throws {
        let feed = try FeedParser.parse(Array(Feeds.full.utf8))

        #expect(feed.title == "The Show & More")
        #expect(feed.author == "Ada")
        #expect(feed.image == "https://h/show.jpg")
        #expect(feed.isExplicit && feed.isComplete)
        #expect(feed.episodes.count == 2)
        let episode = try #require(feed.episodes.first)
        #expect(episode.guid == "ep-2")
        #expect(episode.title == "Second — with é")
        #expect(episode.summary == "About things &amp; more.")
        #expect(episode.address == "https://h/2.mp3?a=1&b=2")
        #expect(episode.type == "audio/mpeg")
        #expect(episode.length == 1234)
        #expect(episode.published == 1_795_255_200)
        #expect(episode.duration == .seconds(3723))
        #expect([episode.season, episode.number] == [2, 5])
        #expect(episode.kind == .bonus)
        #expect(episode.isExplicit == false)
        #expect(episode.image == "https://h/2.jpg")
        #expect(episode.chaptersAddress == "https://h/2.json")
        let chapters = [
            Chapter(start: .zero, title: "Intro"), Chapter(start: .seconds(61), title: "Main"),
        ]
        #expect(episode.chapters == chapters)
    }

    @Test("What a show and an episode are about in the world is read, and where they were made is not")
    func locations() throws {
        let text = """
            <rss xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>A</title>
            <podcast:location rel="creator" geo="geo:1,1">Studio</podcast:location>
            <podcast:location geo="geo:30.2672,-97.7431" osm="R113314">Austin, <![CDATA[TX]]></podcast:location>
            <item><title>One</title><enclosure url="https://h/1.mp3" type="audio/mpeg"/>
            <podcast:location rel="subject" geo="geo:north,7">Keswick</podcast:location>
            <podcast:location>Ambleside</podcast:location></item>
            <item><title>Two</title><enclosure url="https://h/2.mp3" type="audio/mpeg"/>
            <podcast:location/><podcast:location geo="geo:2,3"></podcast:location></item>
            <item><title>Three</title><enclosure url="https://h/3.mp3" type="audio/mpeg"/></item></channel></rss>
            """

        let feed = try FeedParser.parse(Array(text.utf8))

        #expect(feed.location?.name == "Austin, TX")
        #expect(feed.location?.coordinates?.description == "30.2672, -97.7431")
        #expect(feed.episodes.map(\.location?.name) == ["Keswick", "2, 3", nil])
        #expect(feed.episodes.map { $0.location?.coordinates == nil } == [true, false, true])
    }

    @Test(
        "Markup in a title is left out, other uses of its signs stay, and only what is too long is cut",
        arguments: [
            ("I &lt;3 jazz", "I <3 jazz"), ("a &lt;b&gt;bold&lt;/b&gt; one", "a bold one"), ("1 &lt; 2", "1 < 2"),
            ("the end &lt;", "the end <"), ("x&lt;!-- y --&gt;z", "x z"),
            (String(repeating: "x", count: 300), String(repeating: "x", count: 300)),
            (String(repeating: "x", count: 301), String(repeating: "x", count: 300) + "…"),
            (String(repeating: "x", count: 299) + " y", String(repeating: "x", count: 299) + "…"),
        ])
    func titles(text: String, title: String) throws {
        let feed = try FeedParser.parse(
            Array("<rss><channel><title>\(text)</title><item><title>A</title></item></channel></rss>".utf8))
        #expect(feed.title == title)
    }

    @Test("Atom with enclosures is read")
    func atom() throws {
        let text = """
            <feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><author><name>Bix</name></author>
            <logo>https://h/a.png</logo><entry><id>urn:1</id><title>One</title><published>2026-11-20T10:00:00Z</published>
            <link rel="alternate" href="https://h/1.html"/>
            <link rel="enclosure" type="audio/ogg" length="9" href="https://h/1.ogg"/></entry>
            <entry><id>urn:2</id><title>Text only</title></entry></feed>
            """

        let feed = try FeedParser.parse(Array(text.utf8))

        #expect([feed.title, feed.author, feed.image] == ["A", "Bix", "https://h/a.png"])
        #expect(feed.episodes.map(\.address) == ["https://h/1.ogg"])
        #expect(feed.episodes.first?.published == 1_795_168_800)
    }

    @Test("what is no feed says so", arguments: ["", "{}", "<html><body/></html>", "<opml/>", "plain", "<", "<a/>"])
    func noFeed(text: String) {
        let error = #expect(throws: FeedError.self) { try FeedParser.parse(Array(text.utf8)) }
        #expect(error?.message.hasPrefix("it is not a feed") == true)
        #expect(error?.message.contains("XML") == false)
    }

    @Test("a feed that is cut off keeps whole episodes, and says that it is not complete")
    func cutOff() throws {
        let bytes = Array(Feeds.full.utf8)
        let feed = try FeedParser.parse(Array(bytes[..<(bytes.count - 120)]))

        #expect(feed.episodes.map(\.guid) == ["ep-2"])
        #expect(!feed.isComplete)
    }

    @Test(
        "durations in every spelling",
        arguments: [
            ("3723", 3723), ("1:02:03", 3723), ("62:03", 3723), ("01:02:03.4", 3723.4), ("1h 2m 3s", 3723),
            ("PT1H2M3S", 3723), ("62 min", 3720), ("45 minutes", 2700), (" 90 ", 90), ("3723.5", 3723.5),
            ("0:45", 45), ("1:00:00:00", 86_400),
        ] as [(String, Double)])
    func durations(text: String, seconds: Double) {
        #expect(FeedDuration.parse(text) == .milliseconds(Int64(seconds * 1000)))
    }

    @Test("what is no duration", arguments: ["", "0", "-5", "soon", "1:2:3:4:5", "99999999999", "1:x", "::", "nan"])
    func noDurations(text: String) {
        #expect(FeedDuration.parse(text) == nil)
    }

    @Test(
        "dates in every spelling",
        arguments: [
            "Sat, 21 Nov 2026 10:00:00 +0000", "Sat, 21 Nov 2026 10:00:00 GMT", "21 Nov 2026 05:00:00 EST",
            "Saturday, 21 November 2026 12:00:00 +0200", "Wed, 21 Nov 26 10:00 UT", "2026-11-21T10:00:00Z",
            "2026-11-21T12:00:00+02:00", "2026-11-21 10:00:00", "20261121T10:00:00Z", "21-Nov-2026 10:00:00 GMT",
            "Sat, 21 Nov 2026 10:00:00 GMT+0000", "Nov 21, 2026 10:00:00 AM", "21.11.2026 10:00", "11/21/2026 10:00",
            "  Sat,21 Nov 2026 10:00:00 Z ", "2026-11-21T10:00:00.123Z",
        ])
    func dates(text: String) {
        #expect(FeedDate.parse(text) == 1_795_255_200)
    }

    @Test("what is no date", arguments: ["", "yesterday", "2026", "32 Foo 2026", "99:99", "Nov", "0000-00-00"])
    func noDates(text: String) {
        #expect(FeedDate.parse(text) == nil)
    }

    @Test("days are written back")
    func days() {
        #expect([0, 1_795_255_200, 951_782_400].map(FeedDate.day) == ["1970-01-01", "2026-11-21", "2000-02-29"])
    }

    @Test("OPML goes round")
    func opml() throws {
        let outlines = [
            OPML.Outline(title: "A & \"B\" > c", address: "https://h/?a=1&b=2"),
            OPML.Outline(title: "Ünï", address: "http://h/2"),
        ]

        #expect(try OPML.parse(Array(OPML.write(outlines).utf8)) == outlines)
    }

    @Test("A feed that is taken for OPML is told as what it is")
    func feedAsOPML() {
        let error = #expect(throws: FeedError.self) { try OPML.parse(Array("<rss version='2.0'/>".utf8)) }

        #expect(error?.message.contains("it is a feed") == true)
        #expect(error?.message.contains("oncue podcast add URL") == true)
    }

    @Test("What steers a terminal is written in OPML as a reference")
    func steeringInOPML() {
        let text = OPML.write([OPML.Outline(title: "a\u{202E}b\u{9B}c\u{1B}d", address: "https://h/")])

        #expect(text.contains("a&#8238;b&#155;c d"))
    }

    @Test("OPML of others: nested, in any case, with doubles and with what is no feed")
    func foreignOPML() throws {
        let text = """
            <opml version="1.0"><body><outline text="Group"><outline TEXT="A" xmlurl="http://h/a"/></outline>
            <outline title="B" xmlUrl=" http://h/b "/><outline text="A again" xmlUrl="http://h/a"/>
            <outline text="x" xmlUrl="file:///etc/passwd"/></body></opml>
            """

        #expect(try OPML.parse(Array(text.utf8)).map(\.address) == ["http://h/a", "http://h/b"])
        #expect(throws: FeedError.self) { try OPML.parse(Array("<rss/>".utf8)) }
    }

    @Test("rubbish of every kind ends in a feed or an error, and never in a crash")
    func mutations() {
        let whole = Array(Feeds.full.utf8)
        var state: UInt64 = 7
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(max(1, bound)))
        }
        for _ in 0..<300 {
            var bytes = whole
            for _ in 0...next(8) where !bytes.isEmpty {
                switch next(4) {
                case 0: bytes[next(bytes.count)] = UInt8(next(256))
                case 1: bytes.removeSubrange(next(bytes.count)..<bytes.count)
                case 2:
                    let start = next(bytes.count)
                    bytes += Array(bytes[start..<min(bytes.count, start + 300)])
                default: bytes.insert(Array("<&>\"':;0+-T".utf8)[next(11)], at: next(bytes.count))
                }
            }
            _ = try? FeedParser.parse(bytes)
            _ = try? OPML.parse(bytes)
            _ = FeedDate.parse(String(decoding: bytes.prefix(next(60)), as: UTF8.self))
            _ = FeedDuration.parse(String(decoding: bytes.suffix(next(30)), as: UTF8.self))
        }
    }
}
