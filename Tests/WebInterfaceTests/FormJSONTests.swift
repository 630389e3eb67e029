// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueCore
import OnCueInterface
import OnCuePhrases
import Testing

@testable import WebInterface

@Suite("Values of the interface as JSON")
struct FormJSONTests {
    @Test("Fields have the names of the interface, and what is not there is left out")
    func fields() {
        var report = NowPlayingReport(status: .paused, volume: 0.5, queueLength: 2)
        report.entry = NowPlayingEntry(
            id: PlaybackQueue.EntryID(7), identifier: "track:abc", title: "Gears", artists: ["Valve & Feather"],
            url: "file:///x", position: .seconds(3), duration: .seconds(60), chapter: nil)
        report.entry?.artURLs = ArtworkAddresses(small: "file:///s")
        let json = PrivateFields.removed(
            from: FormJSON.object(NowReply(clock: .milliseconds(5), now: report)))
        let now = json["now"]
        #expect(json["clock"] == 5_000)
        #expect(now?["status"] == "paused" && now?["volume"] == 0.5 && now?["entry"] == 7)
        #expect(now?["position"] == 3_000_000 && now?["duration"] == 60_000_000)
        #expect(now?["artists"] == ["Valve & Feather"] && now?["art"] == "/api/1/art/track%3Aabc")
        #expect(now?["chapter"] == nil && now?["sleep"] == nil)
        #expect(!json.text().contains("file:"))
    }

    @Test("Items, lists and structures are written field by field")
    func nested() {
        var item = ContentRecord(
            identifier: "album:a1", kind: "album", title: "T", subtitle: "S", isContainer: true, isPlayable: true,
            artwork: "file:///home/x.jpg", duration: .seconds(1), childCount: 3, path: "/0")
        item.stars = Stars(4)
        let listing = ContentListing(revision: ContentTree.Revision(5), total: 1, items: [item])
        let json = PrivateFields.removed(from: FormJSON.object(FoundReply(offset: 2, page: FoundPage(listing))))
        #expect(
            json == [
                "offset": 2, "revision": 5, "total": 1,
                "items": [
                    [
                        "identifier": "album:a1", "kind": "album", "title": "T", "subtitle": "S", "container": true,
                        "playable": true, "duration": 1_000_000, "childCount": 3, "stars": 4.0,
                        "art": "/api/1/art/album%3Aa1",
                    ]
                ],
                "state": [:],
            ])
        let lyrics = LyricsReply(
            FoundLyrics(lyrics: Lyrics([Lyrics.Line("la", at: .seconds(1))]), source: .file))
        #expect(FormJSON.object(lyrics)["lines"] == [["start": 1_000_000, "text": "la"]])
    }

    @Test("Numbers that a browser cannot tell apart are texts")
    func large() {
        #expect(
            FormJSON.object(QueueMark(revision: 1 << 53, total: 1)) == ["revision": 9_007_199_254_740_992, "total": 1])
        #expect(
            FormJSON.object(QueueMark(revision: (1 << 53) + 1, total: 1))["revision"] == "9007199254740993")
    }

    /// The description of the interface; `ONCUE_UPDATE_SNAPSHOTS=1` writes the file anew.
    @Test("The description in the documents is that of the endpoints")
    func description() throws {
        let source = #filePath.split(separator: "/").dropLast(3).reduce(into: "") { $0 += "/" + $1 }
        let path = source + "/Documentation/web-api.json"
        let text = WebDescription.json.text(.pretty) + "\n"
        if getenv("ONCUE_UPDATE_SNAPSHOTS") != nil { try text.write(toFile: path, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test("The description has the fields of answers, and none that a page must not see")
    func schemas() {
        let queue = WebDescription.json["paths"]?["/api/1/queue"]?["get"]?["responses"]?["200"]?["content"]?[
            "application/json"]?["schema"]
        let entry = queue?["properties"]?["entries"]?["items"]?["properties"]
        #expect(entry?["title"]?["type"] == "string" && entry?["duration"]?["type"] == "integer")
        #expect(entry?["url"] == nil && queue?["properties"]?["context"]?["properties"]?["title"] != nil)
        let shuffle = WebDescription.json["paths"]?["/api/1/playback/shuffle"]?["post"]?["requestBody"]?["content"]?[
            "application/json"]?["schema"]?["properties"]?["mode"]
        #expect(shuffle?["enum"]?.arrayValue?.contains("albums") == true)
    }
}
