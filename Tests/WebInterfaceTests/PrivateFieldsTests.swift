// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import Testing

@testable import WebInterface

@Suite("What a page must not see")
struct PrivateFieldsTests {
    @Test("Addresses of files are taken out wherever they are, and pictures get addresses here")
    func fields() {
        let entry: JSONValue = [
            "identifier": "track:abc", "title": "Gears", "url": "file:///home/anna/Music/gears.flac",
            "artUrl": "file:///home/anna/.cache/oncue/1.png", "artUrlSmall": "file:///x", "path": "/0/1",
            "list": [["item": "album:x1", "artwork": "file:///home/anna/cover.jpg"]],
        ]
        #expect(
            PrivateFields.removed(from: entry) == [
                "identifier": "track:abc", "title": "Gears",
                "list": [["item": "album:x1", "art": "/api/1/art/album%3Ax1"]],
                "art": "/api/1/art/track%3Aabc",
            ])
    }

    @Test("What is no item has no picture")
    func noItem() {
        #expect(PrivateFields.removed(from: ["identifier": "alsa_output.usb"]) == ["identifier": "alsa_output.usb"])
    }

    @Test(
        "Messages name files by their last names",
        arguments: [
            ("cannot open /home/anna/Music/Night Crossing/x.flac: no such file", "cannot open x.flac: no such file"),
            ("file:///home/anna/a%20b.ogg cannot be read", "a%20b.ogg cannot be read"),
            ("\"/srv/music/AC/x y.mp3\" is damaged", "\"x y.mp3\" is damaged"),
            ("AC/DC", "AC/DC"), ("News / Talk / Radio", "News / Talk / Radio"), ("1/2", "1/2"), ("/", "/"),
            ("//", "//"),
            ("https://example.org/feed/1.xml did not answer", "https://example.org/feed/1.xml did not answer"),
            ("provider:org.example.Files/a/b", "provider:org.example.Files/a/b"), ("", ""), ("fff", "fff"),
            ("(/var/lib/x)", "(x)"), ("/home/anna/", "anna"),
            ("damaged:/home/anna/x.flac", "damaged:x.flac"), ("damaged:file:///home/anna/x.flac", "damaged:x.flac"),
            ("http://example.org:8000/live/x", "http://example.org:8000/live/x"), ("a:/", "a:/"),
            ("smb://nas/music/x.flac", "smb://nas/music/x.flac"),
            ("/home/anna/Bob's Music/Don't/x.flac is damaged", "x.flac is damaged"),
            ("file:///home/anna/Bob's/x.flac", "x.flac"), ("profile:///home/anna/x", "prox"),
            ("File:///home/anna/x.flac", "x.flac"), ("'/home/anna/x.flac' is damaged", "'x.flac' is damaged"),
        ])
    func paths(text: String, shown: String) {
        // A quoted path ends with its quote, an open one with the first space behind its last slash.
        let result = PrivateFields.withoutPaths(text)
        #expect(result == shown)
        #expect(!result.contains("/home") && !result.contains("/srv"))
    }

    @Test("Long texts of slashes take no longer than other texts")
    func longTexts() {
        for piece in [" /", "/ ", " /a:", " f", " file:", "'", " //"] {
            let text = String(repeating: piece, count: 100_000)
            #expect(PrivateFields.withoutPaths(text) == text, "\(piece)")
        }
        #expect(PrivateFields.withoutPaths(String(repeating: " /a", count: 100_000)) == " a")
    }

    @Test("Identifiers of other programs' items are safe in an address")
    func addresses() {
        #expect(
            PrivateFields.pictureAddress("provided:org.x/a b?#\"<>")
                == "/api/1/art/provided%3Aorg.x%2Fa%20b%3F%23%22%3C%3E")
    }

    @Test("Names of media and lyrics are as they are, but for those that are where a file is")
    func media() {
        let names: JSONValue = [
            "title": "the /r/music and /r/jazz hour", "album": "/\\/\\/\\Y/\\", "artists": ["AC/DC", "a/b /c/d"],
            "lines": [["start": 0, "text": "and/or /one/two/"]],
        ]
        #expect(PrivateFields.removed(from: names) == names)
        #expect(PrivateFields.removed(from: ["title": "/home/anna/Music/x.flac"]) == ["title": "x.flac"])
        #expect(PrivateFields.removed(from: ["title": "/data/y.flac"]) == ["title": "y.flac"])
        #expect(PrivateFields.removed(from: ["title": "file:///data/x.flac"]) == ["title": "x.flac"])
        #expect(PrivateFields.removed(from: ["error": "cannot open /data/a/x.flac"]) == ["error": "cannot open x.flac"])
    }
}
