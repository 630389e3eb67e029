// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OpenDirectories
import Testing

@Suite("Questions to open directories")
struct DirectoryQuestionTests {
    @Test("Each directory is asked in its own way, with the words encoded")
    func addresses() {
        let words = "C++ & Ü/?#"
        let encoded = "C%2B%2B%20%26%20%C3%9C%2F%3F%23"
        #expect(
            DirectoryQuestion.podcasts("https://itunes.apple.com/search", matching: words, limit: 20)
                == "https://itunes.apple.com/search?media=podcast&term=\(encoded)&limit=20")
        #expect(
            DirectoryQuestion.podcasts("https://gpodder.net/search.json", matching: words, limit: 20)
                == "https://gpodder.net/search.json?q=\(encoded)")
        #expect(
            DirectoryQuestion.podcasts("https://api.fyyd.de/0.2/search/podcast/", matching: words, limit: 20)
                == "https://api.fyyd.de/0.2/search/podcast?term=\(encoded)&count=20")
        #expect(
            DirectoryQuestion.stations("https://de1.example.org/", matching: words, in: .name, limit: 5)
                == "https://de1.example.org/json/stations/search?name=\(encoded)&limit=5&hidebroken=true"
                + "&order=votes&reverse=true")
        #expect(
            DirectoryQuestion.stations("https://h", matching: "Smooth Jazz", in: .tag, limit: 5)
                .hasPrefix("https://h/json/stations/search?tag=smooth%20jazz&"))
    }

    @Test("The address of all servers means those of its domain, and any other means itself")
    func domains() {
        #expect(DirectoryQuestion.sharedDomain("https://all.api.radio-browser.info") == "radio-browser.info")
        #expect(DirectoryQuestion.sharedDomain("https://all.api.radio-browser.info/") == "radio-browser.info")
        for address in [
            "https://de1.api.radio-browser.info", "http://all.api.radio-browser.info", "https://all.api.",
            "https://all.api.example.org:8443", "https://all.api.example.org/there", "http://127.0.0.1:80",
        ] {
            #expect(DirectoryQuestion.sharedDomain(address) == nil, "\(address)")
        }
    }

    @Test("DNS can name servers of the domain only, and known ones are asked if it names none")
    func servers() {
        let named = [
            "DE1.api.radio-browser.info.", "evil.example", "radio-browser.info", "xradio-browser.info",
            "a@evil.example/.radio-browser.info", "h:80.radio-browser.info", "127.0.0.1", "nas", "",
            "fi1.api.radio-browser.info",
        ]
        #expect(
            DirectoryQuestion.servers(named, of: "radio-browser.info") == [
                "https://de1.api.radio-browser.info", "https://fi1.api.radio-browser.info",
            ])
        for none in [[], ["evil.example"]] {
            let known = DirectoryQuestion.servers(none, of: "radio-browser.info")
            #expect(known.count == 3 && known.allSatisfy { $0.hasSuffix(".api.radio-browser.info") })
            #expect(DirectoryQuestion.servers(none, of: "example.org").isEmpty)
        }
    }
}
