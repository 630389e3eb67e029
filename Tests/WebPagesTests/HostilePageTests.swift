// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@testable import WebPages

@Suite("Hostile web pages end in a value of bounded size, and never in a crash")
struct HostilePageTests {
    private func script(_ json: String) -> String { "<script type=\"application/ld+json\">\(json)</script>" }

    @Test("Values of wrong types are passed over")
    func types() {
        let page = PageFixture.read(
            script(
                """
                [{"@type": 7, "name": {}}, null, 3, "x", {"@type": "MusicEvent", "name": [[["Deep"]]], "startDate": 5,
                "location": [null, 3, {"@type": "Place", "geo": {"latitude": "north", "longitude": [1]}, "name": true}],
                "performer": {"name": {"name": {"name": "x"}}}, "offers": [], "eventStatus": {"@id": 1}},
                {"@type": "PodcastEpisode", "episodeNumber": 1e300, "duration": "P99999999999999999999D", "name": 12},
                {"@type": "MusicAlbum", "track": {"@type": "ItemList", "itemListElement": {"item": "x"}}},
                {"@type": "Place", "name": "Nowhere", "geo": {"latitude": 1000, "longitude": 1e300}}]
                """))

        #expect(page.events.map(\.title) == ["Deep"])
        #expect(page.events.first?.location?.name == "true")
        #expect(page.events.first?.start == "")
        #expect(page.episodes.first?.title == "12")
        #expect(page.episodes.first?.duration == nil)
        #expect(page.episodes.first?.number == nil)
    }

    @Test("A name that means something on one page alone is not the name of an event", arguments: ["#event", "_:b0"])
    func localNames(name: String) {
        let page = PageFixture.read(
            script(#"{"@type": "MusicEvent", "@id": "\#(name)", "name": "Herons", "startDate": "2026-12-11"}"#))
        #expect(page.events.map(\.title) == ["Herons"])
        #expect(page.events.first?.reference == nil)
        let named = PageFixture.read(
            script(#"{"@type": "MusicEvent", "@id": "https://x.org/1", "name": "Herons", "startDate": "2026-12-11"}"#))
        #expect(named.events.first?.reference == "https://x.org/1")
    }

    @Test(
        "Megabytes of tags, of depth, of attributes, of braces and of text are read in bounded time",
        .timeLimit(.minutes(5)))
    func size() {
        let megabyte = 1 << 20
        func many(_ text: String, _ end: String = "") -> String {
            String(repeating: text, count: megabyte / text.utf8.count) + end
        }
        let event = "{\"@type\":\"Event\",\"name\":\"x\",\"startDate\":\"2027\"},"
        let pages = [
            many("<b>") + many("</i>"), many("<div itemscope itemprop=a>"), many("<p itemprop=name>x", "</p>"),
            many("<"), many("<!--"), many("</"), "<a " + many("b=c "), "<a b='" + many("&amp;"), many("&#x1F600;"),
            script(many("[")), script(many("{\"a\":")), script("[" + many(event) + "{}]"), script(many("\\u")),
            script("\"" + many("\\ud83d") + "\""), many("<script type=application/ld+json>{}</script>"),
            "<title>" + many("x"), many("<script>"), many("<link rel=alternate type=application/rss+xml href=/x>"),
            many("<span itemscope itemtype=http://schema.org/Event><span itemprop=name>x"),
            "<div itemscope>" + many("<span itemprop=a>text </span>"),
            "<div itemscope>" + many("<i itemprop=a>x") + many("</i>"), many("<li>"), many("<table><tr><td>"),
            many("<div vocab=https://schema.org/ typeof=Event><span property=name>x"),
            "<div vocab=https://schema.org/ typeof=Event resource=#a>" + many("<p property=location resource=#a>"),
            many("<p prefix='a: https://schema.org/ b: https://schema.org/'>"),
            many("<div id=a itemscope itemref='a b' itemprop=b>"), many("<p id=b itemprop=name>x</p>"),
            "<p><button>" + String(repeating: "<b>", count: 500) + many("<hr>"),
            "<li><ul>" + String(repeating: "<b>", count: 500) + many("<li></li>"), many("<p>"),
            "<p id=a>" + many("<i itemprop=a>x</i>") + many("<p itemscope itemref=a>"),
            (0..<5000).map { "<p id=\($0) itemprop=a itemscope itemref='\(($0 + 1) % 5000) \($0)'>" }.joined(),
            script(
                "["
                    + String(
                        repeating: "{\"@id\":\"#a\",\"b\":[" + String(repeating: "{\"@id\":\"#a\"},", count: 50)
                            + "0]},", count: 500) + "0]"),
        ]
        for text in pages {
            let page = PageFixture.read(text)
            #expect(page.events.count <= WebPage.listLimit && page.podcasts.count <= WebPage.listLimit)
            #expect(page.title.utf8.count <= 512)
        }
    }

    @Test("Items that refer to themselves and to each other are read once")
    func circles() {
        let page = PageFixture.read(
            """
            <div id=a itemscope itemtype=https://schema.org/Event itemref="b a"><b itemprop=name>A</b></div>
            <div id=b itemprop=subEvent itemscope itemtype=https://schema.org/Event itemref="c a"><b itemprop=name>B</b>
            </div><div id=c itemprop=subEvent itemscope itemtype=https://schema.org/Event itemref="b c">
            <b itemprop=name>C</b></div>
            """)

        #expect(page.events.map(\.title) == ["A", "B", "C"])
    }

    @Test("Control characters and turns of direction do not get through")
    func steering() {
        let page = PageFixture.read(
            "<title>a\u{1b}[31mb\u{202e}c</title>"
                + script("{\"@type\":\"Event\",\"name\":\"x\\u001b]0;y\\u0007\",\"location\":\"p\\u202eq\"}"))

        let texts = [page.title, page.events.first?.title ?? "", page.events.first?.location?.name ?? ""]
        #expect(!texts.joined().unicodeScalars.contains { $0.isSteering })
        #expect(page.events.first?.title == "x ]0;y")
    }

    @Test("Pages that were damaged at random", arguments: PageFixture.names)
    func mutations(name: String) throws {
        let whole = try PageFixture.bytes(name)
        var state: UInt64 = 11
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(max(1, bound)))
        }
        let pieces = [
            "<", ">", "\"", "{", "}", "[", "]", ",", "&", "\\u", "<script type=application/ld+json>", " itemprop=x ",
            " itemref='a b' id=a ", " typeof=Event vocab=https://schema.org/ ", " property=name resource=#a ",
        ]
        for _ in 0..<150 {
            var bytes = whole
            for _ in 0...next(6) where !bytes.isEmpty {
                switch next(4) {
                case 0: bytes[next(bytes.count)] = UInt8(next(256))
                case 1: bytes.removeSubrange(next(bytes.count)..<bytes.count)
                case 2:
                    let start = next(bytes.count)
                    bytes += Array(bytes[start..<min(bytes.count, start + 400)])
                default: bytes.insert(contentsOf: pieces[next(pieces.count)].utf8, at: next(bytes.count))
                }
            }
            _ = PageFixture.read(bytes)
        }
    }

    @Test("Durations in all spellings, and none for anything else")
    func durations() {
        let spellings = [
            ("PT1H2M3S", 3723), ("P1DT1S", 86_401), ("p0y0m0dt0h45m", 2700), ("3723", 3723), ("62:03", 3723),
            ("1:02:03", 3723), ("PT1.5S", 1.5), ("P1W", 604_800),
        ]
        for (text, seconds) in spellings {
            #expect(PageDuration.parse(text) == .milliseconds(Int64(seconds * 1000)), "\(text)")
        }
        for text in ["", "P", "PT", "PT0S", "PTS", "-5", "1:2:3:4", "x", "P1H", "PT1D", "1e9", "inf", "P101D", "."] {
            #expect(PageDuration.parse(text) == nil, "\(text)")
        }
    }
}
