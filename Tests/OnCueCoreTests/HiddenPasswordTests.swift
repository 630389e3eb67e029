// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("Passwords in addresses")
struct HiddenPasswordTests {
    @Test(
        "A password is hidden wherever an address stands in a text, and nothing else is changed",
        arguments: [
            ("https://name:secret@host/feed", "https://name:***@host/feed"),
            ("cannot read \"http://n:secret@h\": 401", "cannot read \"http://n:***@h\": 401"),
            ("http://a:b@c then ftp://d:e@f/g@h", "http://a:***@c then ftp://d:***@f/g@h"),
            ("https://name:se:cr@et@host?x", "https://name:***@host?x"),
            ("https://:secret@host", "https://:***@host"),
            ("https://name:@host", "https://name:***@host"),
            ("https://n:geh%C3%A4im\u{301}@hôst/ä", "https://n:***@hôst/ä"),
            ("https://name@host/a:b@c", "https://name@host/a:b@c"),
            ("https://host:8000/x?mail=a:b@c", "https://host:8000/x?mail=a:b@c"),
            ("https://host:8000 and a:b@c", "https://host:8000 and a:b@c"),
            ("mail a:b@c", "mail a:b@c"), ("://:@", "://:***@"), ("@://", "@://"), (":@", ":@"), ("", ""),
        ])
    func hides(text: String, shown: String) {
        #expect(HiddenPassword.hidden(in: text) == shown)
        #expect(HiddenPassword.hidden(in: shown) == shown)
    }

    @Test(
        "The login in a request to a Subsonic server is hidden, and nothing else of it",
        arguments: [
            (
                "https://h/rest/stream?id=7&u=me&t=26719a&s=c19b2d&v=1",
                "https://h/rest/stream?id=7&u=me&t=***&s=***&v=1"
            ),
            ("\"http://h/a/rest/ping.view?p=enc:736573&c=x\" failed", "\"http://h/a/rest/ping.view?p=***&c=x\" failed"),
            ("x /rest/a?apiKey=k y /rest/b?id=t&S=1", "x /rest/a?apiKey=*** y /rest/b?id=t&S=***"),
            ("http://h/rest/?t=1", "http://h/rest/?t=***"), ("http://h/rest/x/y?t=1", "http://h/rest/x/y?t=1"),
            ("http://h/find?t=1&s=2&p=3", "http://h/find?t=1&s=2&p=3"), ("/rest/a?t", "/rest/a?t"),
        ])
    func hidesLogins(text: String, shown: String) {
        #expect(HiddenPassword.hidden(in: text) == shown)
        #expect(HiddenPassword.hidden(in: shown) == shown)
    }

    @Test("A long text without an end is read once")
    func isLinear() {
        let text = String(repeating: "http://a:", count: 20_000) + "@"
        #expect(HiddenPassword.hidden(in: text).hasSuffix("@"))
        let requests = String(repeating: "/rest/a?t=", count: 20_000)
        #expect(HiddenPassword.hidden(in: requests).hasPrefix("/rest/a?t=***"))
    }

    @Test("A location shows everything but its password, and keeps it")
    func location() throws {
        let location = try #require(MediaLocation(uri: "https://name:secret@host"))
        #expect(location.uri == "https://name:secret@host")
        #expect(location.shownURI == "https://name:***@host")
        #expect("\(location)" == "https://name:***@host")
        #expect(location.displayName == "name:***@host")
        #expect(HiddenPassword.isHidden(in: location.shownURI) && !HiddenPassword.isHidden(in: location.uri))
    }
}
