// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Answers of open directories in the forms that their servers send.
package enum RecordedDirectories {
    /// Apple's search: one podcast with everything, one without a feed, the first again, and one with little.
    package static func apple(_ base: String = "https://example.org") -> String {
        """


        {
         "resultCount":4,
         "results": [
        {"wrapperType":"track", "kind":"podcast", "artistId":121, "collectionId":1470039059, "trackId":1470039059,
        "artistName":"Rosa Weld", "collectionName":"Backstage \\u2013 Talks", "trackName":"Backstage \\u2013 Talks",
        "collectionCensoredName":"Backstage", "collectionViewUrl":"https://podcasts.example.com/id1470039059?uo=4",
        "feedUrl":"\(base)/feed.xml", "artworkUrl30":"\(base)/30.png", "artworkUrl60":"\(base)/60.png",
        "artworkUrl100":"\(base)/100.png", "artworkUrl600":"\(base)/600.png", "collectionPrice":0.00, "trackPrice":0.00,
        "collectionHdPrice":0, "releaseDate":"2026-11-20T10:00:00Z", "collectionExplicitness":"cleaned", "trackCount":42,
        "trackTimeMillis":1800, "country":"USA", "currency":"USD", "primaryGenreName":"Music",
        "contentAdvisoryRating":"Clean", "genreIds":["1310", "26"], "genres":["Music", "Podcasts"]},
        {"wrapperType":"track", "kind":"podcast", "artistName":"Nobody", "collectionName":"Without a feed", "trackCount":3},
        {"collectionName":"The same again", "feedUrl":"\(base)/feed.xml"},
        {"collectionName":"", "feedUrl":"\(base)/other.xml", "trackCount":-1, "releaseDate":"soon",
        "artworkUrl600":"javascript:alert(1)", "artistName":null}]
        }


        """
    }

    package static func gpodder(_ base: String = "https://example.org") -> String {
        """
        [{"url": "\(base)/feed.xml", "title": "Backstage", "author": "Rosa Weld", "description": "Talks\\nbehind the stage",
          "subscribers": 12, "subscribers_last_week": 12, "logo_url": "\(base)/logo.png",
          "scaled_logo_url": "\(base)/scaled.png", "website": "https://example.org/backstage",
          "mygpo_link": "http://gpodder.net/podcast/backstage"}]
        """
    }

    package static func fyyd(_ base: String = "https://example.org") -> String {
        """
        {"status": 1, "msg": "ok", "meta": {"paging": {"count": 1}, "API_INFO": {"API_VERSION": 0.2}},
         "data": [{"title": "Backstage", "id": 85, "xmlURL": "\(base)/feed.xml", "htmlURL": "https://example.org/",
          "imgURL": "\(base)/img.png", "status": 200, "slug": "backstage", "layoutImageURL": "\(base)/layout.png",
          "thumbImageURL": "\(base)/thumb.png", "smallImageURL": "\(base)/small.png", "language": "de",
          "lastpub": "2026-11-20 10:00:00", "rank": 12, "description": "Talks", "subtitle": "", "author": "Rosa Weld",
          "episode_count": 42, "categories": [10]}]}
        """
    }

    /// Radio Browser: one station with everything, one without a stream, and one of which little is known.
    package static func stations(_ base: String = "https://example.org") -> String {
        """
        [{"changeuuid":"610cafba-71d8-40fc-bf68-1456ec973b9d","stationuuid":"941ef6f1-0699-4821-95b1-2b678e3ff62e",
          "serveruuid":"8a4a8e59-0000-4a3a-a0e4-4b5a6d8c9b10","name":"\\tKestrel Jazz  ","url":"\(base)/listen.pls",
          "url_resolved":"\(base)/live","homepage":"https://example.org/","favicon":"\(base)/icon.png",
          "tags":"jazz,soul,,late  night","country":"Germany","countrycode":"DE","iso_3166_2":null,"state":"Berlin",
          "language":"german","languagecodes":"de","votes":1234,"lastchangetime":"2026-11-13 02:30:05",
          "lastchangetime_iso8601":"2026-11-13T02:30:05Z","codec":"MP3","bitrate":128,"hls":0,"lastcheckok":1,
          "ssl_error":0,"geo_lat":null,"geo_long":null,"has_extended_info":false,"clickcount":87,"clicktrend":2},
         {"name":"Without a stream","url":"","url_resolved":"","votes":5},
         {"name":"Bare","url":"\(base)/bare","url_resolved":"","favicon":"","homepage":"","tags":"","country":"",
          "countrycode":"","codec":"UNKNOWN","bitrate":0,"votes":0}]
        """
    }
}
