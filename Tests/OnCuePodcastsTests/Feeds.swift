// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Feeds for tests.
enum Feeds {
    static let full = """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
          xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:psc="http://podlove.org/simple-chapters"
          xmlns:atom="http://www.w3.org/2005/Atom"><channel>
        <title>The Show &amp; More</title><atom:link rel="self" href="https://h/feed"/><itunes:author>Ada</itunes:author>
        <itunes:image href="https://h/show.jpg"/><image><url>https://h/small.jpg</url><title>x</title></image>
        <itunes:explicit>yes</itunes:explicit><description>All of it</description>
        <item><title>Second — with &eacute;</title><guid isPermaLink="false"> ep-2 </guid>
          <description><![CDATA[<p>About   things &amp; more.</p>]]></description>
          <enclosure url="https://h/2.jpg" type="image/jpeg" length="1"/>
          <enclosure url="https://h/2.mp3?a=1&amp;b=2" type="audio/mpeg" length="1234"/>
          <pubDate>Sat, 21 Nov 2026 10:00:00 +0000</pubDate><itunes:duration>1:02:03</itunes:duration>
          <itunes:season>2</itunes:season><itunes:episode>5</itunes:episode>
          <itunes:episodeType>bonus</itunes:episodeType><itunes:explicit>no</itunes:explicit>
          <itunes:image href="https://h/2.jpg"/><podcast:chapters url="https://h/2.json" type="application/json"/>
          <psc:chapters><psc:chapter start="00:00:00" title="Intro"/><psc:chapter start="1:01" title="Main"/></psc:chapters>
        </item>
        <item><title>First</title><enclosure url="https://h/1.mp3" type="audio/mpeg" length="99"/>
          <pubDate>Fri, 20 Nov 2026 10:00:00 +0000</pubDate></item>
        <item><title>No medium</title></item>
        </channel></rss>
        """

    /// A feed with these episodes, the first the newest; media lie at `address` + "/" + name + ".mp3".
    static func make(_ title: String, _ names: [String], at address: String = "https://h") -> String {
        let items = names.enumerated().map { index, name in
            """
            <item><title>\(name)</title><guid>\(name)</guid><pubDate>\(28 - index) Nov 2026 10:00 GMT</pubDate>
            <itunes:duration>60</itunes:duration><enclosure url="\(address)/\(name).mp3" type="audio/mpeg"/></item>
            """
        }
        return "<rss><channel><title>\(title)</title>" + items.joined() + "</channel></rss>"
    }
}
